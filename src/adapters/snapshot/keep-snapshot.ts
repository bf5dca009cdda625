import type { LinkIndex } from '#core/redirect/link-index';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import { changeQueue } from './change-queue.ts';
import { continueSnapshot, type SnapshotFile, writeSnapshot } from './snapshot-file.ts';

/** Writes an index to disk continuously. */
export type KeptSnapshot = {
  /** Writes the remaining changes. */
  close(): Promise<void>;
};

export type KeepSnapshotOptions = {
  readonly file: string;
  readonly index: LinkIndex;
  /**
   * The bytes of the file that were read into the index; null: the file is written from scratch.
   */
  readonly readSize: number | null;
  readonly log: Log;
};

/**
 * Changes are written to the file within this time, or within 1.5 times as long while the file is
 * rewritten.
 */
const afterMs = secondMs;
/** The file is rewritten at once to remove deleted links, but not more often than this. */
const erasingEveryMs = 30 * secondMs;
/** A file that has grown by this much, and by its own size, is rewritten. */
const smallestGrowth = 1 << 20;

/**
 * Appends each change of the index to the snapshot within a second. Rewrites the file when most of
 * it is outdated, or when it contains a permanently deleted link. Nothing here blocks the thread
 * for as long as a millisecond. After a disk failure, the next change rewrites the file.
 */
export function keepSnapshot(options: KeepSnapshotOptions): KeptSnapshot {
  const { file, index, readSize, log } = options;
  const queue = changeQueue();
  let snapshot: SnapshotFile | null = null;
  let wholeSize = readSize ?? 0;
  let mustRewrite = readSize === null;
  let isFailing = false;
  let holdsErased = false;
  let erasedAtMs = -erasingEveryMs;

  const rewrite = async (): Promise<void> => {
    const old = snapshot;
    holdsErased = false;
    let flushedAtMs = performance.now();
    const written = await writeSnapshot(file, index, async () => {
      if (old === null || performance.now() - flushedAtMs < afterMs / 2) return;
      flushedAtMs = performance.now();
      await queue.writeToBoth(old);
    });
    snapshot = written;
    wholeSize = written.size();
    mustRewrite = false;
    await old?.close();
    await queue.writeTo(written);
  };
  const work = async (): Promise<void> => {
    try {
      if (!mustRewrite) {
        snapshot ??= await continueSnapshot(file, wholeSize);
        await queue.writeTo(snapshot);
      }
      const growth = (snapshot?.size() ?? 0) - wholeSize;
      const isHistory = growth > Math.max(smallestGrowth, wholeSize);
      const nowMs = performance.now();
      const mustErase = holdsErased && nowMs - erasedAtMs >= erasingEveryMs;
      if (mustErase) erasedAtMs = nowMs;
      if (mustRewrite || isHistory || mustErase) await rewrite();
      if (holdsErased) soon.arm();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn('the snapshot of the links cannot be written', faultFields(error));
      isFailing = true;
      mustRewrite = true;
      soon.arm();
    }
  };
  const soon = oneAtATime(work);
  index.watch((change) => {
    queue.push(change);
    if (change.kind === 'removed' && change.isErased) holdsErased = true;
    soon.arm();
  });
  soon.arm();

  const close = async (): Promise<void> => {
    await soon.finish();
    await snapshot?.close();
  };
  return { close };
}

/** Runs the work a second after the first request, and never concurrently. */
function oneAtATime(work: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<void> = Promise.resolve();
  const disarm = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };

  return {
    arm() {
      timer ??= setTimeout(() => {
        timer = null;
        running = running.then(work);
      }, afterMs);
    },
    /** Runs it now, for the last time. */
    async finish() {
      disarm();
      await running;
      await work();
      disarm();
    },
  };
}
