import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from '#adapters/spool/losses';
import type { SegmentIo } from '#adapters/spool/segment-io';
import { secondMs } from '#core/shared/time';
import { chunkBytes, ChunkFull, chunkIo, readChunkState } from './chunk.ts';

/** Space on the disk that only the spool may use, seen by its writers. */
export type Reserve = {
  /**
   * How the next segment is written: in a chunk of the reserve while the disk refuses more, else
   * null. Its `create` takes the chunk out of the reserve, unless it throws. `io`: the disk.
   */
  next(io: SegmentIo): SegmentIo | null;
  /**
   * Notes that a write failed, and says whether another segment may take what it did not. False
   * for an error that is not a lack of space, and when the reserve is used up.
   */
  helpsWith(error: unknown): boolean;
};

/** The same, seen by what fills it. */
export type KeptReserve = Reserve & {
  /** The chunks that are ready, by their paths. */
  ready(): ReadonlySet<string>;
  /** From now on the chunk may be taken. False for a file that is gone or has another size. */
  add(path: string): boolean;
  /** Whether a writer needed it within the last second. */
  isInUse(): boolean;
};

/** After a refusal the disk is asked again this much later, at the next segment's beginning. */
const askDiskAgainMs = secondMs;

/**
 * Opens the reserve of at most `chunks` chunks in a spool's folder, as an earlier process left it. A
 * folder that cannot be read counts as empty.
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
          // Behind the others: the next attempt is made with another chunk and another name.
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

/** No reserve: what the disk refuses is lost. */
export const noDiskReserve: Reserve = { next: () => null, helpsWith: () => false };

/** Whether an error says that the disk, or our share of it, is full. */
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
