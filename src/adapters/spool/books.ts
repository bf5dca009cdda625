import { type SpoolAccount, spoolLedger, type SegmentLines } from './ledger.ts';
import type { LossReason } from './losses.ts';
import type { FromDrain } from './messages.ts';
import type { SegmentKind } from './segments.ts';

/** The drain's messages about segments, from which the accounts are kept. */
export type BooksMessage = Extract<FromDrain, { kind: 'found' | 'left' }>;

/** Numbers that only the writers know. */
type Now = {
  readonly open: SegmentLines | null;
  readonly lost: Readonly<Record<LossReason, number>>;
};

/** The accounts of a spool: a ledger for each kind of event, and the lag of the drain. */
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
