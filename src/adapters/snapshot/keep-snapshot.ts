import type { IndexChange, LinkIndex } from '#core/redirect/link-index';
import type { RoutedLink } from '#core/redirect/routed-link';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import {
  continueSnapshot,
  linksPerLine,
  type SnapshotFile,
  writeSnapshot,
} from './snapshot-file.ts';
import type { Gone } from './snapshot-line.ts';

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
/** A file that has grown by as much as this, and by its own size, is written anew. */
const smallestGrowth = 1 << 20;

/**
 * Adds each change of the index to the snapshot within a second, and writes the file anew when most
 * of it is history. Nothing here takes the thread for as much as a millisecond. A disk that fails
 * is tried again with the next change, from the beginning.
 */
export function keepSnapshot({ file, index, readSize, log }: KeepSnapshotOptions): KeptSnapshot {
  let queue: IndexChange[] = [];
  let snapshot: SnapshotFile | null = null;
  let wholeSize = 0;
  let mustRewrite = readSize === null;
  let isFailing = false;
  let working: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const flush = async (to: SnapshotFile): Promise<void> => {
    while (queue.length > 0) {
      const changes = queue.splice(0, linksPerLine);
      await to.add(...sorted(changes));
    }
  };
  const rewrite = async (): Promise<void> => {
    const old = snapshot;
    const meanwhile: IndexChange[] = [];
    let flushedAtMs = performance.now();
    const written = await writeSnapshot(file, index, async () => {
      if (performance.now() - flushedAtMs < afterMs / 2) return;
      flushedAtMs = performance.now();
      if (old === null) return;
      meanwhile.push(...queue);
      await flush(old);
    });
    queue = [...meanwhile, ...queue];
    snapshot = written;
    wholeSize = written.size();
    mustRewrite = false;
    await old?.close();
    await flush(written);
  };
  const work = async (): Promise<void> => {
    try {
      if (!mustRewrite && snapshot === null) {
        snapshot = await continueSnapshot(file, readSize ?? 0);
        wholeSize = snapshot.size();
      }
      if (snapshot && !mustRewrite) await flush(snapshot);
      const growth = (snapshot?.size() ?? 0) - wholeSize;
      if (mustRewrite || growth > Math.max(smallestGrowth, wholeSize)) await rewrite();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn('the snapshot of the links cannot be written', faultFields(error));
      isFailing = true;
      mustRewrite = true;
      arm();
    }
  };
  const arm = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      working = working.then(work);
    }, afterMs);
  };

  index.watch((change) => {
    queue.push(change);
    arm();
  });
  arm();

  return {
    async close() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await working;
      await work();
      if (timer !== null) clearTimeout(timer);
      await snapshot?.close();
    },
  };
}

/** Several changes as one line; of one link only the last counts. */
function sorted(changes: readonly IndexChange[]): [RoutedLink[], Gone[]] {
  const last = new Map<string, IndexChange>();
  for (const change of changes) {
    last.set(change.kind === 'put' ? change.link.id : change.linkId, change);
  }
  const links: RoutedLink[] = [];
  const gone: Gone[] = [];
  for (const change of last.values()) {
    if (change.kind === 'put') links.push(change.link);
    else gone.push({ linkId: change.linkId, isErased: change.isErased });
  }
  return [links, gone];
}
