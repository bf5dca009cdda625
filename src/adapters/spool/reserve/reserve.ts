import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SegmentIo } from '#adapters/spool/segment-io';
import { secondMs } from '#core/shared/time';
import { isErrno } from '#core/shared/errno';
import { chunkBytes, ChunkFull, chunkIo, readChunkState } from './chunk.ts';

/** Disk space that only the spool may use, as its writers see it. */
export type Reserve = {
  /**
   * How to write the next segment: in a chunk of the reserve while the disk is full, otherwise
   * null. Its `create` takes the chunk out of the reserve, unless it throws. `io`: the disk.
   */
  next(io: SegmentIo): SegmentIo | null;
  /**
   * Records a failed write, and returns whether another segment may take the remaining lines. False
   * for an error other than a full disk, and when the reserve is used up.
   */
  helpsWith(error: unknown): boolean;
};

/** The reserve, with the functions that fill it. */
export type KeptReserve = Reserve & {
  /** The ready chunks, by their paths. */
  ready(): ReadonlySet<string>;
  /** Makes the chunk available. False for a file that is gone or has another size. */
  add(path: string): boolean;
  /** Whether a writer needed it within the last second. */
  isInUse(): boolean;
};

/**
 * After a refused write the disk is tried again this much later, at the beginning of the next
 * segment.
 */
const askDiskAgainMs = secondMs;

/**
 * Opens the reserve of at most `chunks` chunks in a spool's folder, with the chunks of an earlier
 * process. A folder that cannot be read counts as empty.
 */
export function openReserve(folder: string, chunks: number): KeptReserve {
  const ready = new Set(readyChunks(folder).slice(0, chunks));
  let refusedAtMs = Number.NEGATIVE_INFINITY;

  const isInUse = (): boolean => performance.now() - refusedAtMs < askDiskAgainMs;
  return {
    next(disk) {
      if (!isInUse()) return null;
      const [chunk] = ready;
      if (chunk === undefined) return null;
      const io = chunkIo(chunk, disk);
      const create: SegmentIo['create'] = (path) => {
        ready.delete(chunk);
        try {
          return io.create(path);
        } catch (error) {
          // At the end of the queue: the next attempt uses another chunk and another name.
          ready.add(chunk);
          throw error;
        }
      };
      return { ...io, create };
    },
    helpsWith(error) {
      if (error instanceof ChunkFull) return true;
      if (!isFullDisk(error)) return false;
      refusedAtMs = performance.now();
      return ready.size > 0;
    },
    ready: () => ready,
    add(path) {
      const isChunk = statSync(path, { throwIfNoEntry: false })?.size === chunkBytes;
      if (isChunk) ready.add(path);
      return isChunk;
    },
    isInUse,
  };
}

/** No reserve: lines that the disk refuses are lost. */
export const noDiskReserve: Reserve = { next: () => null, helpsWith: () => false };

/** Whether an error means that the disk, or our quota of it, is full. */
export function isFullDisk(error: unknown): boolean {
  return isErrno(error, 'ENOSPC') || isErrno(error, 'EDQUOT');
}

function readyChunks(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => readChunkState(file) === 'ready')
      .map((file) => join(folder, file))
      .filter((path) => statSync(path).size === chunkBytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}
