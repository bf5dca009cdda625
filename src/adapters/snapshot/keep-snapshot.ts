import type { LinkIndex } from '#core/redirect/link-index';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import { changeQueue } from './change-queue.ts';
import { continueSnapshot, type SnapshotFile, writeSnapshot } from './snapshot-file.ts';

/** Follows an index on disk. */
export type KeptSnapshot = {
  /** Writes what is still to be written. */
  close(): Promise<void>;
};

export type KeepSnapshotOptions = {
  readonly file: string;
  readonly index: LinkIndex;
  /** So many bytes of the file have been read into the index; null: it is written anew. */
  readonly readSize: number | null;
  readonly log: Log;
};

/** Changes reach the file within this, and half as much again while it is written anew. */
const afterMs = secondMs;
/** What the file says of deleted links is written out of it at once, but no more often than this. */
const erasingEveryMs = 30 * secondMs;
/** A file that has grown by as much as this, and by its own size, is written anew. */
const smallestGrowth = 1 << 20;

/**
 * Adds each change of the index to the snapshot within a second, and writes the file anew when most
 * of it is history, or when it tells of a link that has been deleted for good. Nothing here takes the
 * thread for as much as a millisecond. A disk that fails is tried again with the next change, from
 * the beginning.
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

/** Does the work once, a second after it was first asked for, and never twice at a time. */
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
    /** Does it now, for the last time. */
    async finish() {
      disarm();
      await running;
      await work();
      disarm();
    },
  };
}
