import { dayMs, utcDay } from '#core/shared/time';
import type { FromWriter } from './messages.ts';
import { createSegment, type OpenSegment } from './open-segment.ts';
import { ChunkFull } from './reserve/chunk.ts';
import type { Reserve } from './reserve/reserve.ts';
import type { SegmentIo } from './segment-io.ts';
import { maxSegmentLines, segmentFile, type SegmentKind } from './segments.ts';

/** The one segment that is being written, if any. */
export type CurrentSegment = {
  /** The segment for so many lines of one UTC day (days since the epoch), new when it must be. */
  segmentFor(day: number, lines: number): OpenSegment;
  /**
   * After a failed write: says whether the next segment may take what this one did not, and leaves
   * this one if so.
   */
  makeRoom(error: unknown): boolean;
  /** Hands the segment over to the drain; the next line begins another. */
  leave(): void;
  get(): OpenSegment | null;
  /**
   * Brings what was written to the disk, and says whether it could; when not, the segment is left.
   * Never rejects.
   */
  sync(): Promise<boolean>;
};

export type CurrentSegmentOptions = {
  /** Exists. */
  readonly folder: string;
  readonly kind: SegmentKind;
  readonly newBatch: () => string;
  /** Brings what belongs to the lines to the disk; those of a segment already left included. */
  readonly onSync: () => Promise<void>;
  /** A sync failed: what was written to that segment may not outlive a loss of power. */
  readonly onSyncFailure: (error: unknown) => void;
  readonly tell: (message: FromWriter) => void;
  readonly io: SegmentIo;
  /** Takes lines that the disk has no room for. */
  readonly reserve: Reserve;
};

export function currentSegment(options: CurrentSegmentOptions): CurrentSegment {
  const { folder, kind, newBatch, onSync, onSyncFailure, tell, io, reserve } = options;
  let segment: OpenSegment | null = null;
  let segmentDay = -1;
  /** The last segment whose name is known to be on the disk. */
  let named: OpenSegment | null = null;

  const leave = (): void => {
    const left = segment;
    segment = null;
    left?.leave();
    if (left !== null && left.lines() > 0) tell({ kind: 'closed', file: left.file });
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
      // A chunk of the reserve that is empty and yet too small is no help, and nor is the next.
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
