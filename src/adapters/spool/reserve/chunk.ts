import { renameSync, writeSync } from 'node:fs';
import type { SegmentIo } from '#adapters/spool/segment-io';

/** Bytes of a file of the reserve. All of them have been written, so its blocks are allocated. */
export const chunkBytes = 1 << 20;

/**
 * The state of a file of the reserve. `ready`: all zeros, may become a segment. `spent`: a segment
 * that is no longer needed, to be filled with zeros before its next use. `draft`: being written,
 * not usable.
 */
export type ChunkState = 'ready' | 'spent' | 'draft';

/**
 * Chunks are in the spool's own folder, and their names are longer than a segment's: on a full disk
 * the folder cannot grow, so a new name needs the space of a removed one.
 */
const prefix = 'preallocated-space-of-the-spool';
const pattern = /^preallocated-space-of-the-spool\.[0-9a-f-]{36}\.(ready|spent|draft)$/;

/** A unique name for a chunk. */
export function newChunkFile(state: ChunkState): string {
  return `${prefix}.${crypto.randomUUID()}.${state}`;
}

/** The state in a chunk's file name; null for every other file. */
export function readChunkState(file: string): ChunkState | null {
  const state = pattern.exec(file)?.[1];
  return state === 'ready' || state === 'spent' || state === 'draft' ? state : null;
}

/** The chunk is full; the disk may have space. */
export class ChunkFull extends Error {
  override readonly name = 'ChunkFull';
}

/**
 * Turns one chunk into a segment that is written in place. The zeros after the last line remain, so
 * no write needs space that another process could have taken. `create` renames the chunk to the
 * given path; `cutTo` writes zeros after the last complete line.
 */
export function chunkIo(chunk: string, io: SegmentIo): SegmentIo {
  let end = 0;

  return {
    ...io,
    create(path) {
      const fd = io.openAgain(chunk);
      try {
        renameSync(chunk, path);
      } catch (error) {
        io.close(fd);
        throw error;
      }
      return fd;
    },
    write(...[fd, bytes, offset, length]) {
      const most = Math.min(length, chunkBytes - end);
      if (most === 0) throw new ChunkFull('this part of the reserve is full');
      const written = writeSync(fd, bytes, offset, most, end);
      end += written;
      return written;
    },
    cutTo(fd, size) {
      writeZeros(fd, size, end);
      end = size;
    },
  };
}

/** Writes zeros from byte `from` up to byte `to`; continues after short writes. */
export function writeZeros(fd: number, from: number, to: number): void {
  const zeros = new Uint8Array(to - from);
  let written = 0;
  while (written < zeros.length) {
    written += writeSync(fd, zeros, written, zeros.length - written, from + written);
  }
}

/** The content of a segment's file without the zeros after its last line. Shares its memory. */
export function withoutZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return end === bytes.length ? bytes : bytes.subarray(0, end);
}
