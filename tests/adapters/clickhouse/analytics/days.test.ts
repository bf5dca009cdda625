import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clickhouseNumbers } from '#adapters/clickhouse/analytics/analytics';
import { allNumbers } from '#adapters/clickhouse/analytics/analytics-sql';
import { touchedDays } from '#adapters/clickhouse/analytics/days/pieces';
import { visitorsOfPieces } from '#adapters/clickhouse/analytics/days/visitors-sql';
import { wholeDays } from '#adapters/clickhouse/analytics/days/whole-days';
import { clickhouseEvents } from '#adapters/clickhouse/events/erasures';
import { lastDays } from '#core/analytics/days';
import type { Reading } from '#core/analytics/reading';
import { dayMs } from '#core/shared/time';
import { setLastingUntil, utcDay, withDailyIds } from '#tests/support/builders/daily-visitors';
import { testEventStore, type StoredClick } from '#tests/support/builders/events';
import { anyClick } from '#tests/support/builders/generated-events';
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
  const periods = { beforeMs: nowMs - 60 * dayMs, sinceMs: nowMs - 30 * dayMs, untilMs: nowMs };
  return { boundariesMs, periods, longestList: 1000 };
}

const counted = (list: { rows: readonly { name: unknown; clicks: number }[] }) =>
  new Map(
    list.rows.map(({ name, clicks }) => [
      typeof name === 'string' ? name : Object.values(name ?? {}).join('/'),
      clicks,
    ]),
  );

function expectSame(reading: Reading, expected: ReturnType<typeof expectedAnalytics>): void {
  expect([...reading.clicksByDay.values()].reduce((sum, clicks) => sum + clicks, 0)).toBe(
    expected.clicksOverTime.reduce((sum, { clicks }) => sum + clicks, 0),
  );
  expect(reading.uniqueVisitors).toBe(expected.uniqueVisitors);
  expect(reading.botClicks).toBe(expected.botClicks);
  expect(reading.totalClicks).toBe(expected.totalClicks);
  for (const list of [
    'referrers',
    'devices',
    'countries',
    'browsers',
    'systems',
    'cities',
  ] as const)
    expect(counted(reading[list])).toEqual(new Map(expected[list]));
}

test('[numbers-add-up] whole days, edges and kept numbers of visitors equal the clicks, also after a late batch', async () => {
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
      const numbers = clickhouseNumbers(store.client);
      const read = (erasedLinkIds: readonly string[]) =>
        numbers.read({ userId, linkId: null, erasedLinkIds }, question(nowMs, days, timeZone));
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
    }),
    { numRuns: caseCount({ check: 5, extended: 25 }) },
  );
}, 60_000);

test('[numbers-add-up] kept numbers of visitors are right while a link is erased, and afterwards', async () => {
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
  const numbers = clickhouseNumbers(store.client);
  const read = (erasedLinkIds: readonly string[]) =>
    numbers.read({ userId, linkId: null, erasedLinkIds }, question(nowMs, 90, 'Asia/Kolkata'));
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

/** 90 days with three countries, two referrers and `perDay` clicks. */
async function storeDays(userId: string, perDay: number): Promise<void> {
  await store.client.command({
    query: `
      INSERT INTO clicks (user_id, link_id, clicked_at, click_id, class, visitor_id, country, referrer)
      SELECT {userId:UUID}, toUUID('00000000-0000-7000-9000-000000000001'),
        toDateTime64({day:String}, 3, 'UTC') - toIntervalDay(number % 90), generateUUIDv7(), 'human',
        sipHash64(number), ['DE', 'FR', 'IN'][1 + number % 3], ['', 'a.example'][1 + number % 2]
      FROM numbers({rows:UInt64})`,
    query_params: { userId, day: '2026-11-02 12:00:00', rows: 90 * perDay },
    clickhouse_settings: { max_partitions_per_insert_block: '0' },
  });
}

/** The rows that the engine reads for a 90-day answer, and for the visitors of today. */
async function rowsRead(userId: string): Promise<number> {
  const scope = { userId, linkId: null, erasedLinkIds: [] };
  const { boundariesMs, periods, longestList } = question(noon, 90, 'UTC');
  const [fromMs = 0, toMs = 0] = [boundariesMs.at(0), boundariesMs.at(-1)];
  const whole = wholeDays(fromMs, toMs);
  const params = {
    ...{ userId, erasedLinkIds: [], fromMs, toMs, ...periods, ...whole, longestList },
    boundariesMs: boundariesMs.slice(0, -1),
    touchedDays: touchedDays(fromMs, toMs),
    pieceStarts: [Date.parse('2026-11-02')],
    pieceDays: ['2026-11-02'],
  };
  let rows = 0;
  for (const query of [allNumbers(scope, { isByQuarters: true, whole }), visitorsOfPieces(scope)]) {
    const answer = await store.client.query({ query, query_params: params, format: 'JSON' });
    rows += (await answer.json<unknown>()).statistics?.rows_read ?? 0;
  }
  return rows;
}

test('a 90-day answer reads days and values, not clicks', async () => {
  const [quiet, busy] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await storeDays(quiet, 10);
  await storeDays(busy, 3000);

  const [ofQuiet, ofBusy] = [await rowsRead(quiet), await rowsRead(busy)];

  expect(ofQuiet).toBeGreaterThan(90);
  // 270,000 clicks; today's, and the granules around them, are read for their visitors.
  expect(ofBusy).toBeLessThan(60_000);
});
