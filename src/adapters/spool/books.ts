import { type SpoolAccount, spoolLedger, type SegmentLines } from './ledger.ts';
import type { LossReason } from './losses.ts';
import type { FromDrain } from './messages.ts';
import type { SegmentKind } from './segments.ts';

/** What the drain reports for the books. */
export type BooksMessage = Extract<FromDrain, { kind: 'found' | 'left' }>;

/** What only the writers know. */
type Now = {
  readonly open: SegmentLines | null;
  readonly lost: Readonly<Record<LossReason, number>>;
};

/** The books of a spool: a ledger for each kind of event, and how late the drain is. */
export function spoolBooks() {
  const ledgers = { clicks: spoolLedger(), conversions: spoolLedger() };
  let lagMs: number | null = null;

  return {
    ledgers,
    hear({ kind, segment }: BooksMessage): void {
      const ledger = ledgers[segment.events];
      if (kind === 'found') return ledger.find(segment);
      if (segment.stored > 0) lagMs = Math.max(0, Date.now() - segment.sinceMs);
      ledger.leave(segment);
    },
    lagMs: () => lagMs,
    read: (
      now: Readonly<Record<SegmentKind, Now>>,
    ): Readonly<Record<SegmentKind, SpoolAccount>> => ({
      clicks: ledgers.clicks.read(now.clicks),
      conversions: ledgers.conversions.read(now.conversions),
    }),
  };
}
