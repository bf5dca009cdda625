import { join } from 'node:path';
import type { GiveWay } from '#core/clicks/enrich-batch';
import type { Batch, Batches } from '#core/clicks/store-batch';
import type { RawVisit } from '#core/redirect/raw-visit';
import { secondMs, type Clock } from '#core/shared/time';
import { setAside } from './drain/dead-letters.ts';
import type { SpoolLocation } from './disk.ts';
import { readInSteps, visitLines, writeEvents, type Lines } from './read-segment.ts';
import { withoutZeros } from './reserve/chunk.ts';
import { giveBack } from './reserve/give-back.ts';
import { dateSegment, sealSegment, segmentsOf, type DatedSegment } from './seal-segment.ts';
import { readSegmentFile, segmentFile, type Segment } from './segments.ts';
import { finishSplits, splitSegment } from './split-segment.ts';

/** The drain's side of a spool folder: its segments of one kind of event. */
export type SealedSegments<Event = RawVisit> = Batches<Event> & {
  /**
   * Adds a file that its writer has closed as a batch at the queue's end; an empty or missing one
   * is ignored.
   */
  seal(file: string): void;
  /** The number of waiting batches. */
  count(): number;
  /** When the oldest waiting event arrived, including open segments; null when none waits. */
  oldestVisitMs(): number | null;
  /** The oldest UTC day with waiting events, including open segments; null when none waits. */
  oldestDay(): string | null;
};

type Options = SpoolLocation & {
  /** Names of `.open` files that no writer uses any more. */
  readonly abandoned: readonly string[];
  readonly clock: Clock;
  readonly reportDead: (reason: 'corrupt' | 'refused', lines: number, detail: string) => void;
  /** Called while a segment is read. */
  readonly giveWay?: GiveWay;
};

type OptionsOf<Event> = Options & { readonly lines: Lines<Event> };

type Waiting = Batch & DatedSegment;

/**
 * A visit that waited this long may have been copied with its spool, and the copy may have sent it.
 * Longer than a visit waits in a healthy spool, shorter than the start of a copy takes.
 */
const freshForMs = 2 * secondMs;

/** The segments of visits. */
export function sealedSegments(options: Options): SealedSegments {
  return sealedEvents({ ...options, lines: visitLines });
}

/**
 * Opens a spool folder: completes work that a kill interrupted, and queues all segments, oldest
 * first, as batches that may be stored already.
 */
export function sealedEvents<Event>(options: OptionsOf<Event>): SealedSegments<Event> {
  const { clock, lines, ...spool } = options;
  const queue = takeOver(options);
  const read = segmentReader(options);

  return {
    oldest: () => Promise.resolve(queue[0] ?? null),
    after: (batch) => Promise.resolve(queue[queue.indexOf(find(batch)) + 1] ?? null),
    read: (batch) => read(find(batch).segment),
    remove: async (batch) => {
      // Not synced: a name restored by a power loss is found at the start and queried.
      giveBack(spool, segmentFile(find(batch).segment));
      leave(batch);
    },
    split: async (batch, parts) => {
      const made = splitSegment(spool, find(batch).segment, parts.map(writeEvents(lines)));
      leave(batch);
      queue.unshift(...made.flatMap((part) => waiting(dateSegment(spool, part), true)));
    },
    bury: async (batch, reason) => {
      const { segment } = find(batch);
      setAside(spool, segment, {
        reason: 'refused',
        lines: [withoutZeros(spool.disk.read(pathOf(spool, segment)))],
      });
      giveBack(spool, segmentFile(segment));
      leave(batch);
      options.reportDead('refused', 1, reason);
    },
    seal: (file) => {
      const segment = sealSegment(spool, file);
      const dated = segment && dateSegment(spool, segment);
      const ageMs = clock.now() - (dated?.firstVisitMs ?? 0);
      queue.push(...waiting(dated, ageMs > freshForMs));
    },
    count: () => queue.length,
    oldestVisitMs: () => {
      const times = everything().map((dated) => dated.firstVisitMs);
      return times.length === 0 ? null : times.reduce((one, other) => Math.min(one, other));
    },
    oldestDay: () =>
      everything()
        .map(({ segment }) => segment.day)
        .toSorted()[0] ?? null,
  };

  function everything(): readonly DatedSegment[] {
    return [...queue, ...segmentsOf(spool, lines.kind, 'open')];
  }

  function find(batch: Batch): Waiting {
    const found = queue.find(({ id }) => id === batch.id);
    if (!found) throw new Error(`no such batch waits: ${batch.id}`);
    return found;
  }

  function leave(batch: Batch): void {
    queue.splice(queue.indexOf(find(batch)), 1);
  }
}

function pathOf({ folder }: SpoolLocation, segment: Segment): string {
  return join(folder, segmentFile(segment));
}

function takeOver<Event>({ abandoned, lines, ...spool }: OptionsOf<Event>): Waiting[] {
  finishSplits(spool);
  for (const file of abandoned) {
    if (readSegmentFile(file)?.kind === lines.kind) sealSegment(spool, file);
  }
  return segmentsOf(spool, lines.kind, 'sealed')
    .toSorted((one, other) => one.firstVisitMs - other.firstVisitMs)
    .flatMap((dated) => waiting(dated, true));
}

function waiting(dated: DatedSegment | null, mayBeStored: boolean): Waiting[] {
  if (dated === null) return [];
  return [{ id: dated.segment.batch, day: dated.segment.day, mayBeStored, ...dated }];
}

/**
 * Reads segments, the latest two from memory, and moves their damaged lines to the dead letters.
 */
function segmentReader<Event>({
  reportDead,
  lines,
  giveWay = async () => {},
  ...spool
}: OptionsOf<Event>) {
  let latest: readonly { batch: string; events: readonly Event[] }[] = [];

  return async (segment: Segment): Promise<readonly Event[]> => {
    const known = latest.find(({ batch }) => batch === segment.batch);
    if (known) return known.events;
    const reading = readInSteps(lines, spool.disk.read(pathOf(spool, segment)));
    const { events, corrupt } = await inTurns(reading, giveWay);
    if (corrupt.length > 0) {
      setAside(spool, segment, { reason: 'corrupt', lines: corrupt });
      reportDead('corrupt', corrupt.length, 'bad checksum');
    }
    latest = [{ batch: segment.batch, events }, ...latest.slice(0, 1)];
    return events;
  };
}

/** The result of work in steps, with other work between them. */
async function inTurns<Result>(
  steps: Generator<undefined, Result>,
  giveWay: GiveWay,
): Promise<Result> {
  for (;;) {
    await giveWay();
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
