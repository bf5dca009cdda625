import { join } from 'node:path';
import type { Batch, Batches } from '#core/clicks/store-batch';
import type { RawVisit } from '#core/redirect/raw-visit';
import { secondMs, type Clock } from '#core/shared/time';
import { setAside } from './dead-letters.ts';
import type { Disk } from './disk.ts';
import { firstVisitMs, readLines, writeLines } from './read-segment.ts';
import { readSegmentFile, segmentFile, type Segment } from './segments.ts';
import { finishSplits, splitSegment } from './split-segment.ts';

/** A sealed segment in the queue. */
type Waiting = Batch & { readonly segment: Segment; readonly firstVisitMs: number };

/** The drain's side of a spool folder. */
export type SealedSegments = Batches & {
  /** Makes a file that its writer has left a batch at the queue's end; an empty or missing one goes. */
  seal(file: string): void;
  /** How many batches wait. */
  count(): number;
  /** When the oldest visit that waits came, open segments included; null when none waits. */
  oldestVisitMs(): number | null;
  /** The oldest UTC day whose visits wait, open segments included; null when none waits. */
  oldestDay(): string | null;
};

type Options = {
  readonly disk: Disk;
  readonly folder: string;
  /** Names of `.open` files that nobody writes any more. */
  readonly abandoned: readonly string[];
  readonly clock: Clock;
  readonly reportDead: (reason: 'corrupt' | 'refused', lines: number, detail: string) => void;
};

const headBytes = 256;
/**
 * A visit that had to wait this long may have been copied with its spool, and sent by the copy: long
 * enough to never be true of a healthy spool, shorter than any copy takes to start.
 */
const freshForMs = 2 * secondMs;

/**
 * Takes over a spool folder: finishes what a kill interrupted and queues all that is there, oldest
 * first, as batches that may be stored already.
 */
export function sealedSegments(options: Options): SealedSegments {
  const { disk, folder, abandoned, clock, reportDead } = options;
  const queue: Waiting[] = [];
  let latest: { batch: string; visits: readonly RawVisit[] } | null = null;

  finishSplits(disk, folder);
  for (const file of abandoned) makeSealed(file);
  for (const file of disk.list(folder)) {
    const segment = readSegmentFile(file);
    if (segment?.state === 'sealed') queue.push(waiting(segment, true));
  }
  queue.sort((one, other) => one.firstVisitMs - other.firstVisitMs);

  return {
    oldest: async () => queue[0] ?? null,
    read: async (batch) => {
      if (latest?.batch === batch.id) return latest.visits;
      const { segment } = find(batch);
      const { visits, corrupt } = readLines(disk.read(pathOf(segment)));
      if (corrupt.length > 0) {
        setAside(disk, folder, segment, 'corrupt', corrupt);
        reportDead('corrupt', corrupt.length, 'bad checksum');
      }
      latest = { batch: batch.id, visits };
      return visits;
    },
    remove: async (batch) => {
      // Not synced: a name that comes back after a power loss is found at start and asked for.
      disk.remove(pathOf(find(batch).segment));
      leave(batch);
    },
    split: async (batch, parts) => {
      const { segment } = find(batch);
      const made = splitSegment(disk, folder, segment, parts.map(writeLines));
      leave(batch);
      queue.unshift(...made.map((part) => waiting(part, true)));
    },
    bury: async (batch, reason) => {
      const { segment } = find(batch);
      setAside(disk, folder, segment, 'refused', [disk.read(pathOf(segment))]);
      disk.remove(pathOf(segment));
      leave(batch);
      reportDead('refused', 1, reason);
    },
    seal: (file) => {
      const segment = makeSealed(file);
      if (!segment) return;
      const batch = waiting(segment, false);
      const mayBeStored = clock.now() - batch.firstVisitMs > freshForMs;
      queue.push({ ...batch, mayBeStored });
    },
    count: () => queue.length,
    oldestVisitMs: () => {
      const times = [...queue, ...open()].map((segment) => segment.firstVisitMs);
      return times.length === 0 ? null : times.reduce((one, other) => Math.min(one, other));
    },
    oldestDay: () => [...queue, ...open()].map(({ day }) => day).toSorted()[0] ?? null,
  };

  /** Order at seal: sync, rename, sync the folder. Only then may anybody send it. */
  function makeSealed(file: string): Segment | null {
    const segment = readSegmentFile(file);
    if (segment?.state !== 'open' || !disk.list(folder).includes(file)) return null;
    if (disk.readHead(join(folder, file), 1).length === 0) {
      disk.remove(join(folder, file));
      return null;
    }
    const sealed: Segment = { ...segment, state: 'sealed' };
    disk.sync(join(folder, file));
    disk.rename(join(folder, file), pathOf(sealed));
    disk.syncFolder(folder);
    return sealed;
  }

  function waiting(segment: Segment, mayBeStored: boolean): Waiting {
    const head = disk.readHead(pathOf(segment), headBytes);
    const atMs = firstVisitMs(head) ?? Date.parse(segment.day);
    return { id: segment.batch, day: segment.day, mayBeStored, segment, firstVisitMs: atMs };
  }

  function open(): Waiting[] {
    return disk.list(folder).flatMap((file) => {
      const segment = readSegmentFile(file);
      if (segment?.state !== 'open') return [];
      const isEmpty = disk.readHead(pathOf(segment), 1).length === 0;
      return isEmpty ? [] : [waiting(segment, false)];
    });
  }

  function find(batch: Batch): Waiting {
    const found = queue.find(({ id }) => id === batch.id);
    if (!found) throw new Error(`no such batch waits: ${batch.id}`);
    return found;
  }

  function leave(batch: Batch): void {
    const index = queue.findIndex(({ id }) => id === batch.id);
    if (index >= 0) queue.splice(index, 1);
    latest = null;
  }

  function pathOf(segment: Segment): string {
    return join(folder, segmentFile(segment));
  }
}
