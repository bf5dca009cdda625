import { join } from 'node:path';
import type { GiveWay } from '#core/clicks/enrich-batch';
import type { Batch, Batches } from '#core/clicks/store-batch';
import type { RawVisit } from '#core/redirect/raw-visit';
import { secondMs, type Clock } from '#core/shared/time';
import { setAside } from './drain/dead-letters.ts';
import type { SpoolLocation } from './disk.ts';
import type { BooksMessage } from './books.ts';
import type { LeftSegment } from './messages.ts';
import { countLines, readInSteps, visitLines, writeEvents, type Lines } from './read-segment.ts';
import { withoutZeros } from './reserve/chunk.ts';
import { giveBack } from './reserve/give-back.ts';
import { dateSegment, sealSegment, segmentsOf, type DatedSegment } from './seal-segment.ts';
import { readSegmentFile, segmentFile, type Segment, type SegmentKind } from './segments.ts';
import { finishSplits, segmentSplitter } from './split-segment.ts';

/** The drain's side of a spool folder: its segments of one kind of event. */
export type SealedSegments<Event = RawVisit> = Batches<Event> & {
  /**
   * Adds a file that its writer has closed as a batch at the queue's end; an empty or missing one
   * is ignored.
   */
  seal(file: string): void;
  /** Counts the lines of the segments that wait now, for the spool's accounts. */
  countWaiting(): Promise<void>;
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
  /** Receives the messages for the spool's accounts. */
  readonly postToBooks?: (message: BooksMessage) => void;
  /** Called while a segment is read. */
  readonly giveWay?: GiveWay;
};

type OptionsOf<Event> = Options & { readonly lines: Lines<Event> };

type Waiting = Batch & DatedSegment;

/** The results of a segment's lines; absent counts are 0. */
type Fate = Partial<LeftSegment> & Pick<LeftSegment, 'damaged'>;

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
  const { clock, lines, giveWay = async () => {}, ...spool } = options;
  const queue = takeOver(options);
  const { read, damaged } = segmentReader(options);
  const { logFound, logLeft } = reporter(options);
  const splitter = segmentSplitter(spool);
  const everything = () => [...queue, ...segmentsOf(spool, lines.kind, 'open')];

  return {
    oldest: async () => {
      splitter.finish();
      return queue[0] ?? null;
    },
    after: (batch) => Promise.resolve(queue[queue.indexOf(find(batch)) + 1] ?? null),
    read: (batch) => read(find(batch).segment),
    remove: async (batch, deleted = 0) => {
      const { segment } = find(batch);
      const { length } = await read(segment);
      splitter.clear(segment);
      // Not synced: a name restored by a power loss is found at the start and queried.
      giveBack(spool, segmentFile(segment));
      leave(batch, { stored: length - deleted, deleted });
    },
    split: async (batch, parts) => {
      const { length } = await read(find(batch).segment);
      splitter.split(find(batch).segment, parts.map(writeEvents(lines)), (made) => {
        const kept = made.map((part, at) => ({ batch: part.batch, lines: parts[at]?.length ?? 0 }));
        const stored = length - kept.reduce((sum, part) => sum + part.lines, 0);
        leave(batch, { stored, parts: kept });
        queue.unshift(...made.flatMap((part) => waiting(dateSegment(spool, part), true)));
      });
    },
    bury: async (batch, reason) => {
      const { segment } = find(batch);
      const { length } = await read(segment);
      splitter.clear(segment);
      buryFile(spool, segment);
      leave(batch, { refused: length });
      options.reportDead('refused', 1, reason);
    },
    seal: (file) => void queue.push(...sealWaiting(spool, file, clock)),
    countWaiting: () => countQueue(queue, giveWay, { spool, logFound }),
    count: () => queue.length,
    oldestVisitMs: () => oldestVisitOf(everything()),
    oldestDay: () => oldestDayOf(everything()),
  };

  function find({ id }: Batch): Waiting {
    const found = queue.find((one) => one.id === id);
    if (found) return found;
    throw new Error(`no such batch waits: ${id}`);
  }

  function leave(batch: Batch, fate: Partial<LeftSegment>): void {
    const dated = find(batch);
    queue.splice(queue.indexOf(dated), 1);
    logLeft(dated, { damaged: damaged(dated.segment), ...fate });
  }
}

type Counting = {
  readonly spool: SpoolLocation;
  readonly logFound: (dated: DatedSegment, bytes: Uint8Array) => void;
};

/** Counts each segment that waits now, if it still waits when its turn comes. */
async function countQueue(
  queue: readonly Waiting[],
  giveWay: GiveWay,
  { spool, logFound }: Counting,
): Promise<void> {
  for (const dated of [...queue]) {
    // oxlint-disable-next-line no-await-in-loop
    await giveWay();
    if (queue.includes(dated)) logFound(dated, spool.disk.read(pathOf(spool, dated.segment)));
  }
}

/** Moves a segment's file to the dead letters. */
function buryFile(spool: SpoolLocation, segment: Segment): void {
  const lines = [withoutZeros(spool.disk.read(pathOf(spool, segment)))];
  setAside(spool, segment, { reason: 'refused', lines });
  giveBack(spool, segmentFile(segment));
}

function sealWaiting(spool: SpoolLocation, file: string, clock: Clock): Waiting[] {
  const segment = sealSegment(spool, file);
  const dated = segment && dateSegment(spool, segment);
  const ageMs = clock.now() - (dated?.firstVisitMs ?? 0);
  return waiting(dated, ageMs > freshForMs);
}

function oldestVisitOf(segments: readonly DatedSegment[]): number | null {
  const times = segments.map((dated) => dated.firstVisitMs);
  return times.length === 0 ? null : times.reduce((one, other) => Math.min(one, other));
}

function oldestDayOf(segments: readonly DatedSegment[]): string | null {
  return segments.map(({ segment }) => segment.day).toSorted()[0] ?? null;
}

/** Reports segments to the spool's accounts. */
function reporter({
  lines,
  postToBooks = () => {},
}: Pick<OptionsOf<never>, 'postToBooks'> & { lines: { kind: SegmentKind } }) {
  const named = ({ segment, firstVisitMs }: DatedSegment) => ({
    events: lines.kind,
    batch: segment.batch,
    sinceMs: firstVisitMs,
  });
  const nothing = { stored: 0, deleted: 0, refused: 0, parts: [] };

  return {
    logFound: (dated: DatedSegment, bytes: Uint8Array): void =>
      postToBooks({ kind: 'found', segment: { ...named(dated), lines: countLines(bytes) } }),
    logLeft: (dated: DatedSegment, fate: Fate): void =>
      postToBooks({ kind: 'left', segment: { ...named(dated), ...nothing, ...fate } }),
  };
}

function pathOf({ folder }: SpoolLocation, segment: Segment): string {
  return join(folder, segmentFile(segment));
}

function takeOver<Event>({ abandoned, lines, ...spool }: OptionsOf<Event>): Waiting[] {
  finishSplits(spool);
  for (const file of abandoned) {
    if (readSegmentFile(file)?.kind === lines.kind) sealSegment(spool, file);
  }
  // An earlier process may have been killed between the name of a sealed segment and its sync.
  spool.disk.syncFolder(spool.folder);
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
  let latest: readonly { batch: string; events: readonly Event[]; damaged: number }[] = [];

  const read = async (segment: Segment): Promise<readonly Event[]> => {
    const known = latest.find(({ batch }) => batch === segment.batch);
    if (known) return known.events;
    const reading = readInSteps(lines, spool.disk.read(pathOf(spool, segment)));
    const { events, corrupt } = await inTurns(reading, giveWay);
    if (corrupt.length > 0) {
      setAside(spool, segment, { reason: 'corrupt', lines: corrupt });
      reportDead('corrupt', corrupt.length, 'bad checksum');
    }
    const damaged = corrupt.length;
    latest = [{ batch: segment.batch, events, damaged }, ...latest.slice(0, 1)];
    return events;
  };
  /** How many damaged lines a segment that was just read has. */
  const damaged = (segment: Segment): number =>
    latest.find(({ batch }) => batch === segment.batch)?.damaged ?? 0;
  return { read, damaged };
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
