import { expect, test } from 'bun:test';
import type { BooksMessage } from '#adapters/spool/books';
import { encodeConversion } from '#adapters/spool/conversion-line';
import { encodeVisit } from '#adapters/spool/line';
import { conversionLines } from '#adapters/spool/read-segment';
import { sealedEvents, sealedSegments } from '#adapters/spool/sealed-segments';
import { segmentFile, type SegmentKind, type SegmentState } from '#adapters/spool/segments';
import { aReport } from '#tests/support/builders/conversions';
import { aVisit } from '#tests/support/builders/visits';
import { memoryDisk } from '#tests/support/memory/disk';

const folder = '/spool';
const noon = Date.UTC(2026, 10, 21, 12);
const day = '2026-11-21';

const idOf = (index: number) => `0193c0de-0000-7000-8000-00000000000${index}`;
const visitAt = (index: number, atMs = noon) => aVisit({ clickId: idOf(index), atMs });
const line = (index: number, atMs = noon) => encodeVisit(visitAt(index, atMs));

/** A spool in memory, whose calls are written down. */
function aSpool() {
  const disk = memoryDisk();
  const reads: string[] = [];
  const dead: string[] = [];
  const books: BooksMessage[] = [];
  const giveWay: { during: () => Promise<void> } = { during: async () => {} };
  const put = (content: string, state: SegmentState = 'sealed', kind: SegmentKind = 'clicks') => {
    const batch = crypto.randomUUID();
    const file = segmentFile({ kind, day, batch, state });
    disk.write(`${folder}/${file}`, new TextEncoder().encode(content));
    return { batch, file };
  };
  const options = {
    disk: {
      ...disk,
      read: (path: string) => {
        reads.push(path);
        return disk.read(path);
      },
    },
    folder,
    abandoned: [] as readonly string[],
    clock: { now: () => noon },
    reportDead: (reason: string, lines: number, detail: string) =>
      void dead.push(`${lines} ${reason}: ${detail}`),
    postToBooks: (message: BooksMessage) => void books.push(message),
    giveWay: () => giveWay.during(),
  };
  return { disk, put, options, reads, dead, books, giveWay };
}

/** The waiting batches in order. */
async function queued(batches: ReturnType<typeof sealedSegments>) {
  const found = [];
  for (let one = await batches.oldest(); one !== null; one = await batches.after(one)) {
    found.push(one);
  }
  return found;
}

test('the batches wait in the order of their first visits, and each has the next one after it', async () => {
  const spool = aSpool();
  const files = [3, 1, 2].map((at) => spool.put(line(at, noon + at)));

  const waiting = await queued(sealedSegments(spool.options));

  expect(waiting.map(({ id }) => id)).toEqual(
    [files[1], files[2], files[0]].map((file) => file?.batch ?? ''),
  );
  expect(waiting.map(({ mayBeStored }) => mayBeStored)).toEqual([true, true, true]);
});

test('a spool without segments has no oldest batch, visit or day', async () => {
  const batches = sealedSegments(aSpool().options);

  expect(await batches.oldest()).toBeNull();
  expect([batches.count(), batches.oldestVisitMs(), batches.oldestDay()]).toEqual([0, null, null]);
});

test('a handed-over batch is trusted until its first visit is two seconds old', async () => {
  const trust = async (content: string) => {
    const spool = aSpool();
    const batches = sealedSegments(spool.options);
    batches.seal(spool.put(content, 'open').file);
    return (await batches.oldest())?.mayBeStored;
  };

  expect(await trust(line(1, noon - 2000))).toBe(false);
  expect(await trust(line(1, noon - 2001))).toBe(true);
});

test('a handed-over file that is empty, missing or none of the spool adds no batch', async () => {
  const spool = aSpool();
  const batches = sealedSegments(spool.options);

  for (const file of [spool.put('', 'open').file, 'clicks.missing', 'counters']) batches.seal(file);

  expect(batches.count()).toBe(0);
});

test('each kind of events takes over the left segments of its kind alone', async () => {
  const spool = aSpool();
  const visits = spool.put(line(1), 'open');
  const conversions = spool.put(encodeConversion(aReport()), 'open', 'conversions');
  const abandoned = [visits.file, conversions.file];

  const clicks = sealedSegments({ ...spool.options, abandoned });

  expect((await queued(clicks)).map(({ id }) => id)).toEqual([visits.batch]);
  expect(spool.disk.list(folder)).toContain(conversions.file);
  const others = sealedEvents({ ...spool.options, abandoned, lines: conversionLines });
  expect((await others.oldest())?.id).toBe(conversions.batch);
  expect(others.count()).toBe(1);
});

test('the latest two batches that were read are in memory, and no third one', async () => {
  const spool = aSpool();
  for (const at of [1, 2, 3]) spool.put(line(at, noon + at));
  const batches = sealedSegments(spool.options);
  const [first, second, third] = await queued(batches);
  if (!first || !second || !third) throw new Error('three batches wait');
  const read = async (batch: typeof first) => {
    const before = spool.reads.length;
    const [visit] = await batches.read(batch);
    return `${visit?.clickId.at(-1)} ${spool.reads.length === before ? 'memory' : 'disk'}`;
  };

  const story = [];
  for (const batch of [first, second, first, second, third, second, first]) {
    story.push(await read(batch));
  }

  expect(story).toEqual([
    ...['1 disk', '2 disk', '1 memory', '2 memory'],
    ...['3 disk', '2 memory', '1 disk'],
  ]);
});

test('a segment without damage leaves no dead letter', async () => {
  const spool = aSpool();
  spool.put(line(1) + line(2));
  const batches = sealedSegments(spool.options);
  const oldest = await batches.oldest();
  if (oldest === null) throw new Error('a batch waits');

  expect(await batches.read(oldest)).toHaveLength(2);
  await batches.remove(oldest);

  expect(spool.disk.paths()).toEqual([]);
  expect(spool.dead).toEqual([]);
});

test('[damage] one damaged line is set aside, reported and told to the books', async () => {
  const spool = aSpool();
  const { batch } = spool.put(`${line(1)}x\n${line(2)}`);
  const batches = sealedSegments(spool.options);
  const oldest = await batches.oldest();
  if (oldest === null) throw new Error('a batch waits');

  await batches.remove(oldest);

  expect(spool.dead).toEqual(['1 corrupt: bad checksum']);
  expect(spool.books).toEqual([left({ batch, stored: 2, damaged: 1 })]);
});

test('the books learn how many lines were stored, and how many were of deleted links', async () => {
  const spool = aSpool();
  const contents = [line(1, noon + 1) + line(2), line(3, noon + 2) + line(4) + line(5)];
  const [one, other] = contents.map((content) => spool.put(content));
  const batches = sealedSegments(spool.options);
  const [first, second] = await queued(batches);
  if (!first || !second || !one || !other) throw new Error('two batches wait');

  await batches.remove(first);
  expect(batches.count()).toBe(1);
  await batches.remove(second, 2);

  expect(batches.count()).toBe(0);
  expect(spool.books).toEqual([
    left({ batch: one.batch, stored: 2, sinceMs: noon + 1 }),
    left({ batch: other.batch, stored: 1, deleted: 2, sinceMs: noon + 2 }),
  ]);
});

test('a split tells the books its parts, and what is stored already', async () => {
  const spool = aSpool();
  const { batch } = spool.put([1, 2, 3, 4].map((at) => line(at)).join(''));
  const later = spool.put(line(5, noon + 5));
  const batches = sealedSegments(spool.options);
  const oldest = await batches.oldest();
  if (oldest === null) throw new Error('a batch waits');

  await batches.split(oldest, [[visitAt(1)], [visitAt(3), visitAt(4)]]);

  const waiting = await queued(batches);
  const [one, other] = waiting;
  if (!one || !other) throw new Error('two parts wait');
  expect(waiting.map(({ id }) => id)).toEqual([one.id, other.id, later.batch]);
  expect(waiting.map(({ mayBeStored }) => mayBeStored)).toEqual([true, true, true]);
  expect((await batches.read(other)).map(({ clickId }) => clickId)).toEqual([idOf(3), idOf(4)]);
  const parts = [
    { batch: one.id, lines: 1 },
    { batch: other.id, lines: 2 },
  ];
  expect(spool.books).toEqual([left({ batch, stored: 1, parts })]);
});

test('[damage] a batch that the store never accepts is set aside whole, reported and told to the books', async () => {
  const spool = aSpool();
  const { batch, file } = spool.put(`${line(1)}${line(2)}\0\0`);
  const batches = sealedSegments(spool.options);
  const oldest = await batches.oldest();
  if (oldest === null) throw new Error('a batch waits');

  await batches.bury(oldest, 'too strange');

  const letter = `${folder}/dead/${file}.refused`;
  expect(spool.disk.paths()).toEqual([letter]);
  expect(Buffer.from(spool.disk.read(letter)).toString()).toBe(`${line(1)}${line(2)}\n`);
  expect(spool.dead).toEqual(['1 refused: too strange']);
  expect(spool.books).toEqual([left({ batch, refused: 2 })]);
});

test('waiting segments are counted for the books, except one that has left meanwhile', async () => {
  const spool = aSpool();
  const [one] = [1, 2].map((at) => spool.put(line(at, noon + at) + line(at + 2)));
  const batches = sealedSegments(spool.options);
  const [first, second] = await queued(batches);
  if (!first || !second) throw new Error('two batches wait');
  let turns = 0;
  spool.giveWay.during = async () => {
    turns += 1;
    spool.giveWay.during = async () => {};
    await batches.remove(first);
  };

  await batches.countWaiting();

  expect(turns).toBe(1);
  expect(first.id).toBe(one?.batch ?? '');
  expect(spool.books.map(({ kind, segment }) => [kind, segment.batch])).toEqual([
    ['left', first.id],
    ['found', second.id],
  ]);
  expect(spool.books[1]?.segment).toMatchObject({ events: 'clicks', lines: 2, sinceMs: noon + 2 });
});

/** What the books are told of a segment that left the spool. */
function left(fate: object): BooksMessage {
  const nothing = { stored: 0, deleted: 0, damaged: 0, refused: 0, parts: [] };
  return {
    kind: 'left',
    segment: { events: 'clicks', batch: '', sinceMs: noon, ...nothing, ...fate },
  };
}
