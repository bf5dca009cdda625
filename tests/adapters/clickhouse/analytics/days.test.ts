import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { clickhouseEvents } from '#adapters/clickhouse/events/erasures';
import { lastDays } from '#core/analytics/periods';
import type { ListReading, Reading } from '#core/analytics/reading';
import { dayMs, hourMs } from '#core/shared/time';
import { setLastingUntil, utcDay, withDailyIds } from '#tests/support/builders/daily-visitors';
import { dashboard, wholeAccount } from '#tests/support/builders/reports';
import { testEventStore, type StoredClick } from '#tests/support/builders/events';
import { anyClick } from '#tests/support/builders/generated-events';
import { countingRows } from '#tests/support/readers/counting-rows';
import { expectedAnalytics } from '#tests/support/readers/oracle';
import { caseCount } from '#tests/support/extent';

const store = await testEventStore();
afterAll(() => store.drop());

/** On and around the days on which clocks change in the zones below. */
const nows = ['2026-10-25T09:10:00Z', '2026-11-02T06:40:00Z', '2026-10-04T12:00:00Z'];
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
];
const noon = Date.parse('2026-11-02T12:00:00Z');

function question(nowMs: number, days: number, timeZone: string) {
  const { boundariesMs } = lastDays(days, timeZone, nowMs);
  const sinceMs = nowMs - 30 * dayMs;
  const periods = {
    beforeMs: nowMs - 60 * dayMs,
    beforeEndMs: sinceMs - hourMs,
    sinceMs,
    untilMs: nowMs,
  };
  return dashboard(boundariesMs, periods);
}

const counted = (list: ListReading | undefined) =>
  new Map(
    (list?.rows ?? []).map(({ name, detail, clicks }) => [
      detail === '' ? name : `${name}/${detail}`,
      clicks,
    ]),
  );

function clicksIn({ period }: Reading): number {
  return [...period.byUnit.values()].reduce((sum, { clicks }) => sum + clicks, 0);
}

function expectSame(reading: Reading, expected: ReturnType<typeof expectedAnalytics>): void {
  expect(clicksIn(reading)).toBe(
    expected.clicksOverTime.reduce((sum, { clicks }) => sum + clicks, 0),
  );
  expect(reading.period.uniqueVisitors).toBe(expected.uniqueVisitors);
  expect(reading.period.botClicks).toBe(expected.botClicks);
  expect(reading.totals?.clicks).toBe(expected.totalClicks);
  for (const list of [
    'referrers',
    'devices',
    'countries',
    'browsers',
    'systems',
    'cities',
  ] as const)
    expect(counted(reading.lists[list])).toEqual(new Map(expected[list]));
}

test('[numbers-add-up] whole days, edges and kept numbers of visitors equal the clicks, also after a late batch and while a link is erased', async () => {
  const linkIds = [Bun.randomUUIDv7(), Bun.randomUUIDv7(), Bun.randomUUIDv7()] as const;
  const histories = fc.constantFrom(...nows).chain((now) =>
    fc.record({
      nowMs: fc.constant(Date.parse(now)),
      clicks: fc.array(anyClick(Date.parse(now), '', linkIds), {
        minLength: 20,
        maxLength: 80,
        size: 'max',
      }),
      late: fc.array(anyClick(Date.parse(now), '', linkIds), { maxLength: 5 }),
      days: fc.constantFrom(2, 7, 30, 90),
      timeZone: fc.constantFrom(...zones),
      lastingDays: fc.integer({ min: -1, max: 100 }),
    }),
  );

  await fc.assert(
    fc.asyncProperty(histories, async ({ nowMs, clicks, late, days, timeZone, lastingDays }) => {
      const [erasedLinkId] = linkIds;
      const userId = Bun.randomUUIDv7();
      const lastingUntil = utcDay(nowMs - lastingDays * dayMs);
      await setLastingUntil(store.client, lastingUntil);
      const own = (one: StoredClick) => withDailyIds({ ...one, userId }, lastingUntil);
      const numbers = clickhouseReports(store.client);
      const read = (erasedLinkIds: readonly string[]) =>
        numbers.read(wholeAccount(userId, erasedLinkIds), question(nowMs, days, timeZone));
      const expected = (kept: readonly StoredClick[]) =>
        expectedAnalytics({ clicks: kept, conversions: [] }, { days, timeZone, nowMs });
      const first = clicks.map(own);
      const all = [...first, ...late.map(own)];
      const others = all.filter(({ linkId }) => linkId !== erasedLinkId);

      await store.store({ clicks: first });
      expectSame(await read([]), expected(first));
      await store.store({ clicks: late.map(own) });
      expectSame(await read([]), expected(all));
      expectSame(await read([]), expected(all));
      expectSame(await read([erasedLinkId]), expected(others));
      // Known by now; then one more batch comes, and the erasure is done.
      expectSame(await read([erasedLinkId]), expected(others));
      const later = late.map((click) => ({ ...own(click), clickId: Bun.randomUUIDv7() }));
      await store.store({ clicks: later });
      const kept = [...others, ...later.filter(({ linkId }) => linkId !== erasedLinkId)];
      expectSame(await read([erasedLinkId]), expected(kept));
      await clickhouseEvents(store.client).erase([{ linkId: erasedLinkId, userId }]);
      expectSame(await read([erasedLinkId]), expected(kept));
      expectSame(await read([]), expected(kept));
    }),
    { numRuns: caseCount({ check: 2, extended: 20 }) },
  );
}, 300_000);

test('[numbers-add-up] kept numbers of visitors are right while a link is erased, and afterwards @more', async () => {
  const nowMs = noon;
  const [userId, goneLinkId, otherLinkId] = [
    Bun.randomUUIDv7(),
    Bun.randomUUIDv7(),
    Bun.randomUUIDv7(),
  ];
  await setLastingUntil(store.client, '2026-10-01');
  const clicks = fc
    .sample(anyClick(nowMs, userId, [goneLinkId, otherLinkId]), 100)
    .map((click) => withDailyIds(click, '2026-10-01'));
  await store.store({ clicks });
  const numbers = clickhouseReports(store.client);
  const read = (erasedLinkIds: readonly string[]) =>
    numbers.read(wholeAccount(userId, erasedLinkIds), question(nowMs, 90, 'Asia/Kolkata'));
  const expected = (kept: readonly StoredClick[]) =>
    expectedAnalytics(
      { clicks: kept, conversions: [] },
      { days: 90, timeZone: 'Asia/Kolkata', nowMs },
    );
  const others = clicks.filter(({ linkId }) => linkId === otherLinkId);

  expectSame(await read([]), expected(clicks));
  expectSame(await read([goneLinkId]), expected(others));
  await clickhouseEvents(store.client).erase([{ linkId: goneLinkId, userId }]);
  expectSame(await read([goneLinkId]), expected(others));
  expectSame(await read([]), expected(others));
});

/** 90 days with three countries, two referrers and `perDay` clicks of 50 links. */
async function storeDays(userId: string, perDay: number): Promise<void> {
  await store.client.command({
    query: `
      INSERT INTO clicks (user_id, link_id, clicked_at, click_id, class, visitor_id, country, referrer)
      SELECT {userId:UUID}, {links:Array(UUID)}[1 + intDiv(number, 90) % 50],
        toDateTime64({day:String}, 3, 'UTC') - toIntervalDay(number % 90), generateUUIDv7(), 'human',
        sipHash64(number), ['DE', 'FR', 'IN'][1 + number % 3], ['', 'a.example'][1 + number % 2]
      FROM numbers({rows:UInt64})`,
    query_params: { userId, links, day: '2026-11-02 12:00:00', rows: 90 * perDay },
    clickhouse_settings: { max_partitions_per_insert_block: '0' },
  });
}

const links = Array.from({ length: 50 }, () => Bun.randomUUIDv7());

test('a 90-day answer reads days and values, not clicks, and is right while links are erased', async () => {
  await setLastingUntil(store.client, '2026-01-01');
  const [quiet, busy] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await storeDays(quiet, 10);
  await storeDays(busy, 3000);
  const { client, rowsRead } = countingRows(store.client);
  const numbers = clickhouseReports(client);
  const clicksOf = async (userId: string, erasedLinkIds: readonly string[]) => {
    rowsRead.length = 0;
    const scope = wholeAccount(userId, erasedLinkIds);
    return clicksIn(await numbers.read(scope, question(noon, 90, 'UTC')));
  };
  for (const [userId, stored] of [
    [quiet, 900],
    [busy, 270_000],
  ] as const) {
    await clicksOf(userId, []);
    // Visitors are counted from all clicks.
    expect(rowsRead.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(stored + 80_000);

    expect(await clicksOf(userId, [])).toBe(stored);
    // The numbers of visitors are known by now, and come without another query.
    expect(rowsRead).toHaveLength(1);
    expect(rowsRead[0]).toBeGreaterThan(90);
    // Days and values, and the granules around them.
    expect(rowsRead[0]).toBeLessThan(5000);

    // Each link has the same number of clicks.
    const half = links.filter((_, i) => i % 2 === 0);
    expect(await clicksOf(userId, half)).toBe(stored / 2);
  }
});
