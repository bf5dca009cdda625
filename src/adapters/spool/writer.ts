import type { RawVisit } from '#core/redirect/raw-visit';
import { dayMs } from '#core/shared/time';
import type { CurrentSegment } from './current-segment.ts';
import { encodeVisit } from './line.ts';
import { isErrno, type Losses } from './losses.ts';
import type { FromWriter } from './messages.ts';
import { maxSegmentLines } from './segments.ts';

/** Where visits wait for the drain. One writer per folder. */
export type SpoolWriter = {
  /** Takes a visit; it is in the file when `written()` resolves. */
  append(visit: RawVisit): void;
  /**
   * Resolves when everything appended until now is in the file, and so survives the end of this
   * process, or is counted as lost: a disk that fails never stops a redirect, so it never rejects.
   * All visits of one turn of the event loop share one write and one promise.
   */
  written(): Promise<void>;
  /** Writes, syncs and hands over what there is. Nothing may be appended afterwards. */
  close(): Promise<void>;
};

export type SpoolWriterOptions = {
  readonly current: CurrentSegment;
  readonly losses: Losses;
  /** The lines of all visits appended until now have been written, or are lost. */
  readonly onWritten: () => void;
  readonly tell: (message: FromWriter) => void;
};

/** A loss of power costs at most this much. */
const syncAfterMs = 50;
/** More than this is not kept back until the end of the turn. */
const maxPendingLength = 1 << 20;

export function spoolWriter({ current, losses, onWritten, tell }: SpoolWriterOptions): SpoolWriter {
  let pending = '';
  let pendingLines = 0;
  let pendingDay = -1;
  let turn: Promise<void> | null = null;
  let endTurn = (): void => {};
  const syncs = syncSoon(current);

  const write = (): void => {
    if (pendingLines === 0) return;
    const lines = writeTo(current, { text: pending, lines: pendingLines, day: pendingDay });
    if (lines.lost > 0) losses.count(lines.lost, lines.error);
    if (lines.isFirst) tell({ kind: 'waiting' });
    pending = '';
    pendingLines = 0;
    onWritten();
    syncs.arm();
  };
  const finishTurn = (): void => {
    const end = endTurn;
    turn = null;
    write();
    end();
  };

  return {
    append(visit) {
      const day = Math.floor(visit.atMs / dayMs);
      const mustWrite = day !== pendingDay || pending.length > maxPendingLength;
      if (mustWrite || pendingLines === maxSegmentLines) write();
      pendingDay = day;
      pending += encodeVisit(visit);
      pendingLines += 1;
    },
    written() {
      if (turn !== null) return turn;
      turn = new Promise((resolve) => {
        endTurn = resolve;
      });
      setImmediate(finishTurn);
      return turn;
    },
    async close() {
      write();
      await syncs.finish();
      current.leave();
    },
  };
}

type Batch = { readonly text: string; readonly lines: number; readonly day: number };
type Outcome = { readonly lost: number; readonly error: unknown; readonly isFirst: boolean };

/** Writes what can be written; after an input/output error the next batch begins another file. */
function writeTo(current: CurrentSegment, { text, lines, day }: Batch): Outcome {
  try {
    const segment = current.segmentFor(day, lines);
    const wasEmpty = segment.lines() === 0;
    const written = segment.write(text, lines);
    const mustLeave = written.isTorn || isErrno(written.error, 'EIO');
    if (mustLeave) current.leave();
    const isFirst = wasEmpty && written.lines > 0 && !mustLeave;
    return { lost: lines - written.lines, error: written.error, isFirst };
  } catch (error) {
    return { lost: lines, error, isFirst: false };
  }
}

/** Syncs the current segment 50 ms after it was first written to since the last sync. */
function syncSoon(current: CurrentSegment) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<void> = Promise.resolve();

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
