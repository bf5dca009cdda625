import type { RawVisit } from '#core/redirect/raw-visit';
import { dayMs } from '#core/shared/time';
import type { CurrentSegment } from './current-segment.ts';
import { encodeVisit } from './line.ts';
import type { Losses } from './losses.ts';
import type { FromWriter } from './messages.ts';
import { writeLines } from './reserve/write-lines.ts';
import { maxSegmentLines } from './segments.ts';

/** The spool's writer of visits, which wait there for the drain. One writer per folder. */
export type SpoolWriter = {
  /**
   * Writes visits, those of one turn of the event loop at once. When it returns, they are in the
   * file and survive the end of this process, or they are counted as lost. It never throws, because
   * a failing disk must not stop a redirect.
   */
  write(visits: readonly RawVisit[]): void;
  /** Syncs the open segment and passes it to the drain. Nothing may be written afterwards. */
  close(): Promise<void>;
};

export type SpoolWriterOptions = {
  readonly current: CurrentSegment;
  readonly losses: Losses;
  /** Counts the visits that were answered, written or not. */
  readonly accept?: (visits: number) => void;
  /** The lines of these visits have been written, or are lost. */
  readonly onWritten: (visits: readonly RawVisit[]) => void;
  readonly post: (message: FromWriter) => void;
};

/** Visits of at most this time are lost after a power failure. */
const syncAfterMs = 50;

export function spoolWriter(options: SpoolWriterOptions): SpoolWriter {
  const { current, losses, accept = () => {}, onWritten, post } = options;
  const syncs = syncSoon(current);

  return {
    write(visits) {
      accept(visits.length);
      for (const batch of batches(visits)) {
        const count = batch.visits.length;
        const { lines, error, isFirst } = writeLines(current, {
          ...batch,
          text: textOf(batch),
          count,
        });
        if (lines < count) losses.count(count - lines, error);
        if (isFirst) post({ kind: 'waiting' });
      }
      onWritten(visits);
      syncs.arm();
    },
    async close() {
      await syncs.finish();
      current.leave();
    },
  };
}

/** Visits that may share a segment: of one UTC day (days since the epoch), and not too many. */
type Batch = { readonly day: number; readonly visits: readonly RawVisit[] };

/** Nearly always one batch: only a turn in which a UTC day ends has visits of two days. */
function batches(visits: readonly RawVisit[]): Batch[] {
  const [first] = visits;
  if (first === undefined) return [];
  const day = dayOf(first);
  const other = visits.findIndex((visit) => dayOf(visit) !== day);
  const end = Math.min(other < 0 ? visits.length : other, maxSegmentLines);
  if (end === visits.length) return [{ day, visits }];
  return [{ day, visits: visits.slice(0, end) }, ...batches(visits.slice(end))];
}

function dayOf({ atMs }: RawVisit): number {
  return Math.floor(atMs / dayMs);
}

function textOf({ visits }: Batch): string {
  let text = '';
  for (const visit of visits) text += encodeVisit(visit);
  return text;
}

/** Syncs the current segment 50 ms after its first write since the last sync. */
export function syncSoon(current: CurrentSegment) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<unknown> = Promise.resolve();

  return {
    arm() {
      timer ??= setTimeout(() => {
        timer = null;
        running = current.sync();
      }, syncAfterMs);
    },
    async finish() {
      if (timer !== null) clearTimeout(timer);
      await running;
      await current.sync();
    },
  };
}
