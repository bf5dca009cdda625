import type { LossReason } from './losses.ts';
import type { LeftSegment } from './messages.ts';

/** Why an accepted event did not reach the event store. */
export type DropReason = LossReason | 'deleted_link' | 'damaged' | 'refused';

/**
 * The accounts of one kind of event since this process started. At every moment `accepted + found =
 * stored + spooled + dropped`.
 */
export type SpoolAccount = {
  /** Visits that were answered, or conversions that were recorded. */
  readonly accepted: number;
  /** Lines that an earlier process left in the spool, and lines that a failed write tore. */
  readonly found: number;
  /** In the event store, as the drain reported. */
  readonly stored: number;
  /** Lines in the spool's segments whose result the drain has not reported yet. */
  readonly spooled: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
  /** The difference between the two sides: 0, unless Waypost has a defect. */
  readonly unaccounted: number;
  /** When the oldest line in the spool was written, epoch milliseconds; null when there is none. */
  readonly oldestMs: number | null;
};

/** The lines of one segment. */
export type SegmentLines = { readonly lines: number; readonly sinceMs: number };

/** A segment that its writer has closed. */
export type ClosedSegment = SegmentLines & {
  readonly batch: string;
  /** Parts of lines at its end that could not be cut off. */
  readonly fragments: number;
};

/**
 * The accounts of one kind of event, on the redirect thread. Each change and each read happens
 * within one turn of the event loop, so that a read never sees half of a change.
 */
export type SpoolLedger = {
  accept(events: number): void;
  close(segment: ClosedSegment): void;
  /** Records that the drain has found this segment on disk. */
  find(segment: SegmentLines & { readonly batch: string }): void;
  /** Records the results of a segment's lines, when it has left the spool. */
  leave(segment: LeftSegment): void;
  /** `open`: the segment that is being written. `lost`: accepted events that were never written. */
  read(now: {
    readonly open: SegmentLines | null;
    readonly lost: Readonly<Record<LossReason, number>>;
  }): SpoolAccount;
};

export function spoolLedger(): SpoolLedger {
  const waiting = new Map<string, SegmentLines>();
  const left = { stored: 0, deleted_link: 0, damaged: 0, refused: 0 };
  let accepted = 0;
  let found = 0;

  const find: SpoolLedger['find'] = ({ batch, lines, sinceMs }) => {
    if (waiting.has(batch)) return;
    waiting.set(batch, { lines, sinceMs });
    found += lines;
  };

  return {
    accept(events) {
      accepted += events;
    },
    close({ batch, lines, sinceMs, fragments }) {
      waiting.set(batch, { lines: lines + fragments, sinceMs });
      found += fragments;
    },
    find,
    leave({ batch, sinceMs, stored, deleted, damaged, refused, parts }) {
      const inParts = parts.reduce((sum, { lines }) => sum + lines, 0);
      find({ batch, sinceMs, lines: stored + deleted + damaged + refused + inParts });
      waiting.delete(batch);
      left.stored += stored;
      left.deleted_link += deleted;
      left.damaged += damaged;
      left.refused += refused;
      for (const part of parts) waiting.set(part.batch, { lines: part.lines, sinceMs });
    },
    read({ open, lost }) {
      const { stored, ...dropped } = { ...left, ...lost };
      const here = open === null || open.lines === 0 ? [] : [open];
      const segments = [...waiting.values(), ...here];
      const spooled = segments.reduce((sum, { lines }) => sum + lines, 0);
      const gone = Object.values(dropped).reduce((sum, lines) => sum + lines, 0);
      return {
        accepted,
        found,
        stored,
        spooled,
        dropped,
        unaccounted: accepted + found - stored - spooled - gone,
        oldestMs: segments.reduce<number | null>(
          (oldest, { sinceMs }) => Math.min(oldest ?? sinceMs, sinceMs),
          null,
        ),
      };
    },
  };
}
