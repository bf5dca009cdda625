import { closeSync, fdatasync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Positions } from '#core/redirect/split-test';

/** How far a split test had come, as a line that was left in the spool tells it. */
export type LeftoverPosition = {
  readonly linkNumber: number;
  readonly splitVersion: number;
  readonly position: number;
};

/**
 * The round-robins in memory-mapped files, so that they survive a kill. A link's number is its slot.
 * Each instance runs a cycle of its own: with several of them, a destination's count is off by at
 * most one visit per instance, and exact with one.
 */
export type SplitCounters = Positions & {
  /** The lines of all positions taken until now are in the spool. */
  markWritten(): void;
  /** Brings what is in memory to the disk. */
  sync(): Promise<void>;
  close(): void;
};

const slotsPerChunk = 4096;
const wordsPerSlot = 4;
const chunkBytes = slotsPerChunk * wordsPerSlot * Uint32Array.BYTES_PER_ELEMENT;
const [versionAt, nextAt, writtenAt] = [0, 1, 2];
const chunkFile = /^split\.(\d+)$/;

type Chunk = { readonly words: Uint32Array; readonly fd: number | null; isDirty: boolean };
type Taken = { chunk: Chunk; at: number; splitVersion: number; position: number };

/**
 * Opens the counters of `folder` for this process alone. The next position of every test is the one
 * after the last that a line was written for, `leftovers` included, so that a kill between taking a
 * position and writing its line leaves no gap. `onFailure` hears when a chunk cannot be kept on
 * disk; its tests then go on in memory.
 */
export function openSplitCounters({
  folder,
  leftovers,
  onFailure,
}: {
  folder: string;
  leftovers: readonly LeftoverPosition[];
  onFailure: (error: unknown) => void;
}): SplitCounters {
  mkdirSync(folder, { recursive: true });
  const chunks = new Map<number, Chunk>();
  let taken: Taken[] = [];

  const chunkOf = (linkNumber: number): Chunk => {
    const index = Math.floor(linkNumber / slotsPerChunk);
    const known = chunks.get(index);
    if (known) return known;
    const chunk = openChunk(join(folder, `split.${index}`), onFailure);
    chunks.set(index, chunk);
    return chunk;
  };

  for (const file of readdirSync(folder)) {
    const index = chunkFile.exec(file)?.[1];
    if (index !== undefined) chunkOf(Number(index) * slotsPerChunk);
  }
  for (const leftover of leftovers) raise(chunkOf(leftover.linkNumber).words, leftover);
  for (const { words } of chunks.values()) resume(words);

  return {
    take(linkNumber, splitVersion, isRecorded) {
      const chunk = chunkOf(linkNumber);
      const at = slotOf(linkNumber);
      const { words } = chunk;
      if (words[at + versionAt] !== splitVersion) restart(words, at, splitVersion, 0);
      const position = Atomics.add(words, at + nextAt, 1);
      chunk.isDirty = true;
      if (isRecorded) taken.push({ chunk, at, splitVersion, position });
      else words[at + writtenAt] = position;
      return position;
    },
    markWritten() {
      if (taken.length === 0) return;
      for (const { chunk, at, splitVersion, position } of taken) {
        if (chunk.words[at + versionAt] === splitVersion) chunk.words[at + writtenAt] = position;
      }
      taken = [];
    },
    async sync() {
      for (const chunk of chunks.values()) {
        if (!chunk.isDirty || chunk.fd === null) continue;
        chunk.isDirty = false;
        await promisify(fdatasync)(chunk.fd);
      }
    },
    close() {
      for (const { fd } of chunks.values()) if (fd !== null) closeSync(fd);
      chunks.clear();
    },
  };
}

function slotOf(linkNumber: number): number {
  return (linkNumber % slotsPerChunk) * wordsPerSlot;
}

function openChunk(path: string, onFailure: (error: unknown) => void): Chunk {
  try {
    preallocate(path);
    const bytes = Bun.mmap(path, { shared: true });
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, slotsPerChunk * wordsPerSlot);
    return { words, fd: openSync(path, 'r+'), isDirty: false };
  } catch (error) {
    onFailure(error);
    return { words: new Uint32Array(slotsPerChunk * wordsPerSlot), fd: null, isDirty: false };
  }
}

/** A mapped page that the disk has no room for would end the process: the zeros are really written. */
function preallocate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= chunkBytes) return;
  const temporary = `${path}.new`;
  writeFileSync(temporary, new Uint8Array(chunkBytes));
  renameSync(temporary, path);
}

/** The version goes last: a kill in between leaves the old test, which the next visit ends. */
function restart(words: Uint32Array, at: number, splitVersion: number, written: number): void {
  words[at + nextAt] = written + 1;
  words[at + writtenAt] = written;
  words[at + versionAt] = splitVersion;
}

function raise(words: Uint32Array, { linkNumber, splitVersion, position }: LeftoverPosition): void {
  const at = slotOf(linkNumber);
  const version = words[at + versionAt] ?? 0;
  if (version > splitVersion) return;
  const written = version === splitVersion ? (words[at + writtenAt] ?? 0) : 0;
  restart(words, at, splitVersion, Math.max(written, position));
}

function resume(words: Uint32Array): void {
  for (let at = 0; at < words.length; at += wordsPerSlot) {
    if (words[at + versionAt] !== 0) words[at + nextAt] = (words[at + writtenAt] ?? 0) + 1;
  }
}
