import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderNow } from '#adapters/disk/durable';
import { type Descriptors, noReserve } from '#core/shared/descriptors';
import type { Positions } from '#core/redirect/split-test';
import {
  chunkOfNumber,
  type CounterChunk,
  nextAt,
  openChunk,
  raise,
  restart,
  resume,
  slotOf,
  versionAt,
  writtenAt,
  type WrittenPosition,
} from './counter-chunk.ts';

/**
 * The round-robins in memory-mapped files, so that they survive a kill. A link's number is its
 * slot. Each instance runs its own cycle: with several instances, a destination's count deviates by
 * at most one visit per instance; with one instance it is exact.
 */
export type SplitCounters = Positions & {
  /** The last position taken in this version's cycle; 0: none. */
  taken(linkNumber: number, version: number): number;
  /** These lines are in the spool. */
  recordWritten(lines: readonly WrittenPosition[]): void;
  /** Syncs the memory to disk. */
  sync(): Promise<void>;
  close(): void;
};

const chunkFile = /^split\.(\d+)$/;

/**
 * Opens the counters of `folder` for this process alone. The next position of every test is the one
 * after the last written line, including `leftovers`, so that a kill between taking a position and
 * writing its line leaves no gap. `onFailure` is called when a chunk cannot be kept on disk; its
 * tests then continue in memory.
 */
export function openSplitCounters(options: {
  folder: string;
  leftovers: readonly WrittenPosition[];
  onFailure: (error: unknown) => void;
  descriptors?: Descriptors;
}): SplitCounters {
  const { folder, leftovers, onFailure, descriptors = noReserve } = options;
  const files = filesIn(folder, onFailure);
  const chunks = new Map<number, CounterChunk>();

  const chunkAt = (index: number): CounterChunk => {
    const known = chunks.get(index);
    if (known) return known;
    const chunk = openChunk(join(folder, `split.${index}`), { onFailure, descriptors });
    chunks.set(index, chunk);
    return chunk;
  };

  for (const file of files) {
    const index = chunkFile.exec(file)?.[1];
    if (index !== undefined) chunkAt(Number(index));
  }
  for (const leftover of leftovers) {
    raise(chunkAt(chunkOfNumber(leftover.linkNumber)).words, leftover);
  }
  for (const { words } of chunks.values()) resume(words);

  return {
    taken: (linkNumber, version) => lastIn(chunkAt(chunkOfNumber(linkNumber)), linkNumber, version),
    take(linkNumber, splitVersion, isRecorded) {
      const chunk = chunkAt(chunkOfNumber(linkNumber));
      const at = slotOf(linkNumber);
      const { words } = chunk;
      if (words[at + versionAt] !== splitVersion) restart(words, at, { splitVersion, written: 0 });
      const position = Atomics.add(words, at + nextAt, 1);
      chunk.isDirty = true;
      if (!isRecorded) words[at + writtenAt] = position;
      return position;
    },
    recordWritten(lines) {
      for (const { linkNumber, splitVersion, position } of lines) {
        if (position === 0) continue;
        const { words } = chunkAt(chunkOfNumber(linkNumber));
        const at = slotOf(linkNumber);
        if (words[at + versionAt] === splitVersion) words[at + writtenAt] = position;
      }
    },
    async sync() {
      for (const chunk of chunks.values()) {
        if (chunk.isDirty) await chunk.sync();
      }
    },
    close() {
      for (const chunk of chunks.values()) chunk.close();
      chunks.clear();
    },
  };
}

function lastIn({ words }: CounterChunk, linkNumber: number, version: number): number {
  const at = slotOf(linkNumber);
  return words[at + versionAt] === version ? (words[at + nextAt] ?? 1) - 1 : 0;
}

/** Creates the folder when it is missing. If the disk refuses, it counts as empty. */
function filesIn(folder: string, onFailure: (error: unknown) => void): string[] {
  try {
    makeFolderNow(folder);
    return readdirSync(folder);
  } catch (error) {
    onFailure(error);
    return [];
  }
}
