import {
  closeSync,
  fdatasync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '#adapters/disk/durable';
import type { Descriptors } from '#core/shared/descriptors';

/** The position of a split test in a spool line; 0 means unknown. */
export type WrittenPosition = {
  readonly linkNumber: number;
  readonly splitVersion: number;
  readonly position: number;
};

/** The counters of 4,096 adjacent links, four 32-bit words per slot. */
export type CounterChunk = {
  readonly words: Uint32Array;
  /** Set by every change of a word. */
  isDirty: boolean;
  /** Syncs the words, and at first the file's name, to disk. */
  sync(): Promise<void>;
  close(): void;
};

/** The words of a slot: the running test, its next position, the last position with a line. */
export const [versionAt, nextAt, writtenAt] = [0, 1, 2];

const slotsPerChunk = 4096;
const wordsPerSlot = 4;
const chunkBytes = slotsPerChunk * wordsPerSlot * Uint32Array.BYTES_PER_ELEMENT;

/** The chunk with a link's counters. */
export function chunkOfNumber(linkNumber: number): number {
  return Math.floor(linkNumber / slotsPerChunk);
}

/** The index of a link's first word in its chunk. */
export function slotOf(linkNumber: number): number {
  return (linkNumber % slotsPerChunk) * wordsPerSlot;
}

/**
 * Maps a chunk's file, created when missing. When that fails, it reports the failure and counts
 * only in memory.
 */
export function openChunk(
  path: string,
  { onFailure, descriptors }: { onFailure: (error: unknown) => void; descriptors: Descriptors },
): CounterChunk {
  try {
    return descriptors.open(() => mapChunk(path));
  } catch (error) {
    onFailure(error);
    const words = new Uint32Array(slotsPerChunk * wordsPerSlot);
    return { words, isDirty: false, sync: () => Promise.resolve(), close: () => {} };
  }
}

function mapChunk(path: string): CounterChunk {
  preallocate(path);
  const bytes = Bun.mmap(path, { shared: true });
  const fd = openSync(path, 'r+');
  let isNamed = false;
  const chunk: CounterChunk = {
    words: new Uint32Array(bytes.buffer, bytes.byteOffset, slotsPerChunk * wordsPerSlot),
    isDirty: false,
    async sync() {
      chunk.isDirty = false;
      await promisify(fdatasync)(fd);
      if (isNamed) return;
      await syncFolder(dirname(path));
      isNamed = true;
    },
    close: () => closeSync(fd),
  };
  return chunk;
}

/**
 * Writing to a mapped page without disk space would kill the process, so the zeros are written in
 * advance.
 */
function preallocate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= chunkBytes) return;
  const temporary = `${path}.new`;
  try {
    writeFileSync(temporary, new Uint8Array(chunkBytes));
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The version is written last: a kill before it leaves the old test, which the next visit ends. */
export function restart(
  words: Uint32Array,
  at: number,
  { splitVersion, written }: { splitVersion: number; written: number },
): void {
  words[at + nextAt] = written + 1;
  words[at + writtenAt] = written;
  words[at + versionAt] = splitVersion;
}

/** Counts a leftover line's position as written, unless a later test is running. */
export function raise(words: Uint32Array, leftover: WrittenPosition): void {
  const { splitVersion, position } = leftover;
  const at = slotOf(leftover.linkNumber);
  const version = words[at + versionAt] ?? 0;
  if (version > splitVersion) return;
  const written = version === splitVersion ? (words[at + writtenAt] ?? 0) : 0;
  restart(words, at, { splitVersion, written: Math.max(written, position) });
}

/** Sets the next position of every slot to the one after the last position with a line. */
export function resume(words: Uint32Array): void {
  for (let at = 0; at < words.length; at += wordsPerSlot) {
    if (words[at + versionAt] !== 0) words[at + nextAt] = (words[at + writtenAt] ?? 0) + 1;
  }
}
