import { dayMs, utcDay } from '#core/shared/time';
import type { ClosedSegment } from './ledger.ts';
import type { FromWriter } from './messages.ts';
import { createSegment, type OpenSegment } from './open-segment.ts';
import { ChunkFull } from './reserve/chunk.ts';
import type { Reserve } from './reserve/reserve.ts';
import type { SegmentIo } from './segment-io.ts';
import { maxSegmentLines, readSegmentFile, segmentFile, type SegmentKind } from './segments.ts';

/** The segment that is being written, if there is one. */
export type CurrentSegment = {
  /**
   * The segment for this many lines of one UTC day (days since the epoch); a new one when needed.
   */
  segmentFor(day: number, lines: number): OpenSegment;
  /**
   * After a failed write: returns whether the next segment may take the remaining lines; if so,
   * closes this one.
   */
  makeRoom(error: unknown): boolean;
  /** Passes the segment to the drain; the next line starts another one. */
  leave(): void;
  get(): OpenSegment | null;
  /**
   * Syncs the written lines; returns false on failure and then closes the segment. Never rejects.
   */
  sync(): Promise<boolean>;
};

export type CurrentSegmentOptions = {
  /** Must exist. */
  readonly folder: string;
  readonly kind: SegmentKind;
  readonly newBatch: () => string;
  /** Syncs data that belongs to the lines, including those of a segment that is already closed. */
  readonly onSync: () => Promise<void>;
  /** A sync failed: the lines of that segment may not survive a loss of power. */
  readonly onSyncFailure: (error: unknown) => void;
  readonly post: (message: FromWriter) => void;
  /** Adds the lines of each closed segment to the accounts. */
  readonly onClosed?: (segment: ClosedSegment) => void;
  readonly io: SegmentIo;
  /** Takes lines when the disk is full. */
  readonly reserve: Reserve;
};

export function currentSegment(options: CurrentSegmentOptions): CurrentSegment {
  const { folder, kind, newBatch, onSync, onSyncFailure, post, io, reserve } = options;
  const { onClosed = () => {} } = options;
  let segment: OpenSegment | null = null;
  let segmentDay = -1;
  /** The last segment whose file name is known to be on disk. */
  let named: OpenSegment | null = null;

  const leave = (): void => {
    const left = segment;
    segment = null;
    left?.leave();
    if (left === null || left.lines() === 0) return;
    onClosed(closedSegment(left));
    post({ kind: 'closed', file: left.file });
  };

  return {
    segmentFor(day, lines) {
      const isFull = (segment?.lines() ?? 0) + lines > maxSegmentLines;
      if (segmentDay !== day || isFull) leave();
      if (segment !== null) return segment;
      segmentDay = day;
      const name = { kind, day: utcDay(day * dayMs), batch: newBatch() } as const;
      const file = segmentFile({ ...name, state: 'open' });
      segment = createSegment(folder, file, reserve.next(io) ?? io);
      return segment;
    },
    makeRoom(error) {
      // If an empty chunk of the reserve is too small, the next one would be too small as well.
      const isTooSmall = error instanceof ChunkFull && segment?.lines() === 0;
      if (isTooSmall || !reserve.helpsWith(error)) return false;
      leave();
      return true;
    },
    leave,
    get: () => segment,
    async sync() {
      const syncing = segment;
      try {
        await syncing?.sync();
        if (syncing !== null && syncing !== named) await io.syncFolder(folder);
        named = syncing;
        await onSync();
        return true;
      } catch (error) {
        onSyncFailure(error);
        if (segment === syncing) leave();
        return false;
      }
    },
  };
}

function closedSegment({ file, sinceMs, lines, fragments }: OpenSegment): ClosedSegment {
  const batch = readSegmentFile(file)?.batch ?? '';
  return { batch, sinceMs, lines: lines(), fragments: fragments() };
}
