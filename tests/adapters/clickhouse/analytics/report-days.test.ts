import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { dimensions, type Dimension } from '#contract/analytics/report-filters';
import { readReportQuestion } from '#core/analytics/report/report-question';
import type { Reports } from '#core/analytics/ports';
import type { Reading } from '#core/analytics/reading';
import { zoneOffsets } from '#core/analytics/periods';
import { dayMs } from '#core/shared/time';
import { anyCampaignClick, anyCreditedConversion } from '#tests/support/builders/campaign-events';
import { setLastingUntil, utcDay, withDailyIds } from '#tests/support/builders/daily-visitors';
import { testEventStore, type StoredClick } from '#tests/support/builders/events';
import { caseCount } from '#tests/support/extent';
import { countingRows } from '#tests/support/readers/counting-rows';

const store = await testEventStore();
afterAll(() => store.drop());

const nowMs = Date.parse('2026-11-02T06:40:00Z');
const linkIds = [Bun.randomUUIDv7(), Bun.randomUUIDv7(), Bun.randomUUIDv7()] as const;
const everyDevice = ['desktop', 'mobile', 'tablet', 'other', 'unknown', 'Not matched to a click'];

type Asked = {
  readonly from: string;
  readonly to: string;
  readonly tz: string;
  readonly compare: 'previous' | 'year' | null;
  readonly class: readonly string[];
  /** Every list when it is absent. */
  readonly lists?: readonly Dimension[];
};

/** The whole reading. With `isRaw`, a filter that every event passes has all clicks read. */
async function read(
  numbers: Reports,
  userId: string,
  { asked, erased, isRaw }: { asked: Asked; erased: readonly string[]; isRaw: boolean },
): Promise<Reading> {
  const { compare, ...range } = asked;
  const values = new Map<string, readonly string[]>(
    Object.entries({
      ...range,
      ...(compare && { compare }),
      ...(isRaw && { device: everyDevice }),
    }).map(([name, value]) => [name, [value].flat()]),
  );
  const question = readReportQuestion((name) => values.get(name) ?? [], nowMs);
  const { period, compared, filters, lists } = question;
  return numbers.read(
    { userId, filters, erasedLinkIds: erased, among: null },
    {
      period,
      compared,
      hasVisitors: true,
      lists: { dimensions: lists, longest: 1000, hasConversions: true },
      offsets: zoneOffsets(period),
      totals: null,
    },
  );
}

/** Without units that have no events, and with money in one order. */
function comparable(reading: Reading) {
  const ofPeriod = (period: Reading['period']) => ({
    ...period,
    byUnit: [...period.byUnit]
      .toSorted(([left], [right]) => left - right)
      .map(([unit, { money, ...measures }]) => ({
        unit,
        ...measures,
        money: money.toSorted((left, right) => left.currency.localeCompare(right.currency)),
      })),
  });
  return {
    ...reading,
    period: ofPeriod(reading.period),
    compared: reading.compared && ofPeriod(reading.compared),
  };
}

const asked = fc
  .record({
    days: fc.constantFrom(1, 2, 3, 7, 30, 90, 420),
    to: fc.constantFrom('2026-11-02', '2026-11-01', '2026-10-26', '2026-10-04'),
    tz: fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe'),
    compare: fc.constantFrom(null, 'previous' as const, 'year' as const),
    class: fc.constantFrom(['human'], ['human'], ['bot', 'prefetch'], ['human', 'bot']),
    lists: fc.oneof(fc.constant(dimensions), fc.subarray([...dimensions], { minLength: 1 })),
  })
  .map(({ days, ...rest }): Asked => {
    return { ...rest, from: utcDay(Date.parse(rest.to) - (days - 1) * dayMs) };
  });

test('[numbers-add-up] [time-zones] a report from counts of days equals the report from the clicks, also after a late batch and while a link is erased', async () => {
  const history = fc.array(anyCampaignClick(nowMs, linkIds), {
    minLength: 40,
    maxLength: 150,
    size: 'max',
  });
  const cases = history.chain((clicks) =>
    fc.record({
      clicks: fc.constant(clicks),
      late: fc.array(anyCampaignClick(nowMs, linkIds), { maxLength: 5 }),
      conversions: fc.array(anyCreditedConversion(nowMs, linkIds, clicks), { maxLength: 20 }),
      questions: fc.array(asked, { minLength: 2, maxLength: 3 }),
      lastingDays: fc.integer({ min: -1, max: 400 }),
    }),
  );

  await fc.assert(
    fc.asyncProperty(cases, async ({ clicks, late, conversions, questions, lastingDays }) => {
      const userId = Bun.randomUUIDv7();
      const lastingUntil = utcDay(nowMs - lastingDays * dayMs);
      await setLastingUntil(store.client, lastingUntil);
      const numbers = clickhouseReports(store.client);
      const expectSame = async () => {
        for (const one of questions) {
          const fast = await read(numbers, userId, { asked: one, erased: [], isRaw: false });
          const raw = await read(numbers, userId, { asked: one, erased: [], isRaw: true });
          expect(comparable(fast)).toEqual(comparable(raw));
        }
      };
      const own = (click: StoredClick) => withDailyIds({ ...click, userId }, lastingUntil);
      // An account that never had the erased link.
      const otherId = Bun.randomUUIDv7();
      const without = <Event extends { linkId: string }>(events: readonly Event[]) =>
        events
          .filter(({ linkId }) => linkId !== linkIds[0])
          .map((event) => ({ ...event, userId: otherId }));

      await store.store({
        clicks: clicks.map(own),
        conversions: conversions.map((one) => ({ ...one, userId })),
      });
      await expectSame();
      await store.store({ clicks: late.map(own) });
      await expectSame();
      await store.store({
        clicks: without([...clicks, ...late].map(own)),
        conversions: without(conversions),
      });
      for (const one of questions) {
        const erased = [linkIds[0]];
        const reading = await read(numbers, userId, { asked: one, erased, isRaw: false });
        const expected = await read(numbers, otherId, { asked: one, erased: [], isRaw: false });
        expect(comparable(reading)).toEqual(comparable(expected));
      }
    }),
    { numRuns: caseCount({ check: 1, extended: 12 }) },
  );
}, 120_000);

test('the visitors of an hour and of half a day are right when other parts of the day are known @more', async () => {
  const userId = Bun.randomUUIDv7();
  await setLastingUntil(store.client, '2026-01-01');
  const clicks = fc
    .sample(anyCampaignClick(nowMs, linkIds), 300)
    .map((click) => withDailyIds({ ...click, userId }, '2026-01-01'));
  await store.store({ clicks });
  const numbers = clickhouseReports(store.client);
  const whole = { to: '2026-11-02', compare: null, class: ['human'] };
  const questions: readonly Asked[] = [
    { ...whole, from: '2026-10-25', tz: 'Asia/Kolkata' },
    { ...whole, from: '2026-10-20', tz: 'Asia/Kolkata', compare: 'previous' },
    { ...whole, from: '2026-10-24', tz: 'America/New_York' },
    { ...whole, from: '2026-11-02', tz: 'America/New_York' },
    { ...whole, from: '2026-10-01', tz: 'UTC' },
  ];

  for (const one of questions) {
    const fast = await read(numbers, userId, { asked: one, erased: [], isRaw: false });
    const raw = await read(numbers, userId, { asked: one, erased: [], isRaw: true });
    expect(comparable(fast)).toEqual(comparable(raw));
  }
});

/** 90 days with three countries, two referrers, two links and `perDay` clicks. */
async function storeDays(userId: string, perDay: number): Promise<void> {
  await store.client.command({
    query: `
      INSERT INTO clicks (user_id, link_id, clicked_at, click_id, class, visitor_id, country, referrer)
      SELECT {userId:UUID},
        toUUID(['00000000-0000-7000-9000-000000000001', '00000000-0000-7000-9000-000000000002'][1 + number % 2]),
        toDateTime64('2026-11-01 12:00:00', 3, 'UTC') - toIntervalDay(number % 90),
        generateUUIDv7(), 'human', sipHash64(number), ['DE', 'FR', 'IN'][1 + number % 3],
        ['', 'a.example'][1 + number % 2]
      FROM numbers({rows:UInt64})`,
    query_params: { userId, rows: 90 * perDay },
    clickhouse_settings: { max_partitions_per_insert_block: '0' },
  });
}

test('[numbers-add-up] while a link is erased, each list is right whichever lists are asked for', async () => {
  const userId = Bun.randomUUIDv7();
  await setLastingUntil(store.client, '2026-01-01');
  await storeDays(userId, 30);
  const numbers = clickhouseReports(store.client);
  const last90 = { from: '2026-08-04', to: '2026-11-01', tz: 'UTC' };
  // The other link's 1,350 clicks: every one has a referrer, and each country has a third.
  const left = {
    countries: ['DE 450', 'FR 450', 'IN 450'],
    referrers: ['a.example 1350'],
  };

  for (const lists of [['countries'], ['referrers'], ['countries', 'referrers']] as const) {
    const asked = { ...last90, compare: null, class: ['human'], lists };
    const erased = ['00000000-0000-7000-9000-000000000001'];
    await read(numbers, userId, { asked, erased: [], isRaw: false });
    const reading = await read(numbers, userId, { asked, erased, isRaw: false });

    const found = Object.entries(reading.lists).map(([list, { rows }]) => [
      list,
      rows.map(({ name, clicks }) => `${name} ${clicks}`),
    ]);
    expect(found).toEqual(lists.map((list) => [list, left[list]]));
  }
});

test('a report of 90 days without filters reads days and values, not clicks, and is right while a link is erased', async () => {
  const userId = Bun.randomUUIDv7();
  await setLastingUntil(store.client, '2026-01-01');
  await storeDays(userId, 3000);
  const { client, rowsRead } = countingRows(store.client);
  const numbers = clickhouseReports(client);
  const last90 = { from: '2026-08-04', to: '2026-11-01', tz: 'UTC' };
  const asked = { ...last90, compare: 'previous' as const, class: ['human'] };
  const clicksOf = async (erased: readonly string[]) => {
    rowsRead.length = 0;
    const { period } = await read(numbers, userId, { asked, erased, isRaw: false });
    return [...period.byUnit.values()].reduce((sum, unit) => sum + unit.clicks, 0);
  };

  await clicksOf([]);
  expect(rowsRead.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(320_000);

  expect(await clicksOf([])).toBe(270_000);
  // Visitors are known by now: one query answers.
  expect(rowsRead).toHaveLength(1);
  expect(rowsRead[0]).toBeGreaterThan(90);
  // Days and values with the granules that they share with other accounts.
  expect(rowsRead[0]).toBeLessThan(15_000);

  expect(await clicksOf(['00000000-0000-7000-9000-000000000001'])).toBe(135_000);
});

test('a report with filters reads each click once for its numbers by time, its visitors and its lists', async () => {
  const userId = Bun.randomUUIDv7();
  await storeDays(userId, 1000);
  const { client, rowsRead } = countingRows(store.client);
  const last90 = { from: '2026-08-04', to: '2026-11-01', tz: 'UTC' };

  const { period } = await read(clickhouseReports(client), userId, {
    asked: { ...last90, compare: 'previous', class: ['human'] },
    erased: [],
    isRaw: true,
  });

  expect([...period.byUnit.values()].reduce((sum, unit) => sum + unit.clicks, 0)).toBe(90_000);
  expect(rowsRead).toHaveLength(1);
  expect(rowsRead[0]).toBeLessThan(3.5 * 90_000);
});
