import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { clickhouseArchive } from '#adapters/clickhouse/events/archive';
import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import { foldExpiredMonths, type ClickArchive } from '#core/clicks/fold-expired-months';
import { dayMs } from '#core/shared/time';
import { dashboard, wholeAccount } from '#tests/support/builders/reports';
import { memoryLog } from '#tests/support/calls';
import { testEventStore, type StoredClick } from '#tests/support/builders/events';

type Archive = ClickArchive;

const nowMs = Date.parse('2026-11-21T10:00:00Z');
const expired = Date.parse('2024-09-30T22:00:00Z');
const olderStill = Date.parse('2024-02-29T12:00:00Z');
const userId = Bun.randomUUIDv7();
const links = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];

const stores: { drop(): Promise<void> }[] = [];
afterAll(async () => {
  for (const store of stores) await store.drop();
});

async function storeWith(clicks: readonly StoredClick[]) {
  const store = await testEventStore();
  stores.push(store);
  await store.store({ clicks });
  const archive = clickhouseArchive(store.client);
  return { ...store, archive, run: runOf(archive) };
}

function runOf(archive: Archive) {
  const ports = {
    clock: { now: () => nowMs },
    newId: () => Bun.randomUUIDv7(),
    archive,
    log: memoryLog(),
  };
  return () => foldExpiredMonths(ports, 25);
}

function click(atMs: number, more: Partial<StoredClick> = {}): StoredClick {
  return {
    userId,
    linkId: links[0] ?? '',
    atMs,
    class: 'human',
    splitVersion: 2,
    variant: 1,
    visitorId: 7,
    referrer: '',
    device: 'desktop',
    country: 'DE',
    city: '',
    browser: '',
    os: '',
    ...more,
  };
}

/** Seven human clicks and two of bots in expired months, three human clicks since then. */
const clicks = [
  ...[expired, expired, expired + 1000].map((atMs) => click(atMs)),
  ...[expired, olderStill].map((atMs) => click(atMs, { class: 'bot' })),
  ...[expired - 29 * dayMs, olderStill].map((atMs) => click(atMs, { linkId: links[1] ?? '' })),
  ...[olderStill, olderStill - 25 * dayMs].map((atMs) => click(atMs, { variant: 2 })),
  ...[nowMs, nowMs - 40 * dayMs, nowMs - 700 * dayMs].map((atMs) => click(atMs)),
];
const inAll = {
  total: 10,
  links: [
    [8, 2, 8],
    [2, 0, 2],
  ],
};

/** The account's human clicks; each link's human clicks, its bots, and the clicks that rank it. */
async function seenIn({ client }: Awaited<ReturnType<typeof storeWith>>) {
  const asked = dashboard([nowMs, nowMs + dayMs]);
  const { totals: ofAll } = await clickhouseReports(client).read(wholeAccount(userId), asked);
  const linkTotals = clickhouseLinkTotals(client);
  const totals = await linkTotals.of(userId, links);
  const ranking = await linkTotals.ranking(userId, 'totalClicks');
  const ranked = ranking?.linkIds.split(',') ?? [];
  const rankedBy = ranking?.totals.split(',').map(Number) ?? [];
  return {
    total: ofAll?.clicks,
    links: links.map((id) => {
      const { clicks: humans, botClicks } = totals?.get(id) ?? {};
      return [humans, botClicks, rankedBy[ranked.indexOf(id)]];
    }),
  };
}

async function countOf(store: Awaited<ReturnType<typeof storeWith>>, from: string) {
  const answer = await store.client.query({
    query: `SELECT toUInt32(count()) FROM ${from}`,
    format: 'JSONCompactEachRow',
  });
  return (await answer.json<[number]>())[0]?.[0];
}

test('[numbers-add-up] expired months are archived step by step, and no total ever changes', async () => {
  const store = await storeWith(clicks);
  const seen = [await seenIn(store)];

  while (await store.run()) seen.push(await seenIn(store));

  expect(seen.length).toBe(5);
  for (const each of seen) expect(each).toEqual(inAll);
  expect(await countOf(store, 'clicks')).toBe(3);
  expect(await countOf(store, 'clicks_archive')).toBe(7);
});

test('months within the retention are not archived', async () => {
  const store = await storeWith([click(Date.parse('2024-10-01T00:00:00Z'))]);

  expect(await store.run()).toBe(false);
  expect(await countOf(store, 'clicks')).toBe(1);
});

test.each([
  ['before the first', 0],
  ['when a draft is written', 1],
  ['when the draft is counted', 2],
  ['when the month is dropped', 3],
  ['when all is done', 4],
])(
  'clicks that arrive between the steps, %s, are counted and archived later',
  async (_, step) => {
    const store = await storeWith(clicks);
    for (let run = 0; run < step; run += 1) await store.run();
    const late = step + 1;

    await store.store({ clicks: Array.from({ length: late }, () => click(expired)) });

    const expected = {
      total: 10 + late,
      links: [
        [8 + late, 2, 8 + late],
        [2, 0, 2],
      ],
    };
    // Between the count and the drop of a month, totals read its fold, and late clicks wait.
    if (step < 2 || step > 3) expect(await seenIn(store)).toEqual(expected);
    for (let run = 0; run < 12; run += 1) await store.run();
    expect(await seenIn(store)).toEqual(expected);
    expect(await store.run()).toBe(false);
    expect(await countOf(store, 'clicks')).toBe(3);
  },
  30_000,
);

test('[numbers-add-up] a run that dies before or after any step is continued, and no total ever changes', async () => {
  const deaths = fc.array(fc.constantFrom('no', 'no', 'before', 'after'), { maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(deaths, async (fates) => {
      const store = await storeWith(clicks);
      const run = runOf(dying(store.archive, [...fates]));

      for (let left = 40; left > 0; left -= 1) {
        const goesOn = await run().catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          return true;
        });
        expect(await seenIn(store)).toEqual(inAll);
        if (!goesOn) break;
      }

      expect(await countOf(store, 'clicks')).toBe(3);
      await store.drop();
      stores.pop();
    }),
    { numRuns: 5 },
  );
}, 60_000);

test('an interrupted archive step is discarded and repeated', async () => {
  const store = await storeWith(clicks);
  await store.client.command({
    query: `INSERT INTO clicks_archive (user_id, link_id, day, class, count, fold)
      VALUES ({userId:UUID}, {linkId:UUID}, '2024-09-01', 'human', 1, generateUUIDv4())`,
    query_params: { userId, linkId: links[0] },
  });

  while (await store.run()) expect(await seenIn(store)).toEqual(inAll);

  expect(await countOf(store, 'clicks_archive')).toBe(7);
});

class Killed extends Error {}

/** The archive in a process that is killed at random around its writes. */
function dying(archive: Archive, fates: string[]): Archive {
  const fatal =
    <Args extends unknown[]>(write: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      const fate = fates.shift();
      if (fate === 'before') throw new Killed();
      await write(...args);
      if (fate === 'after') throw new Killed();
    };
  return {
    monthsBefore: archive.monthsBefore,
    draft: fatal(archive.draft),
    discard: fatal(archive.discard),
    count: fatal(archive.count),
    withdraw: fatal(archive.withdraw),
    dropClicks: fatal(archive.dropClicks),
    close: fatal(archive.close),
  };
}
