import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { answerAnalytics } from '#core/analytics/answer-analytics';
import type { Question } from '#core/analytics/question';
import type { Periods } from '#core/analytics/reading';
import { testEventStore } from '#tests/support/builders/events';
import { someNumbers } from '#tests/support/builders/reports';
import { anyClick, anyConversion } from '#tests/support/builders/generated-events';
import { expectedAnalytics, expectedPeriods } from '#tests/support/readers/oracle';
import { caseCount } from '#tests/support/extent';

const store = await testEventStore();
afterAll(() => store.drop());

const nowMs = Date.parse('2026-11-02T06:40:00Z');
const zones = ['UTC', 'Europe/London', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const newId = () => Bun.randomUUIDv7();

/** Asks as the use case does; every link exists, and `erased` are being erased. */
function ask(userId: string, question: Partial<Question>, erased: readonly string[] = []) {
  let seen: Periods | undefined;
  const ports = someNumbers({
    nowMs,
    erased,
    links: {
      count: (_, periods) => {
        seen = periods;
        return Promise.resolve({ total: 0, before: 0, recent: 0 });
      },
      runningTest: () => Promise.resolve(null),
    },
    reports: clickhouseReports(store.client),
  });
  const asked = { linkId: null, days: 7, timeZone: 'UTC', wantsAllReferrers: true, ...question };
  return answerAnalytics(ports, userId, asked).then((analytics) => ({ analytics, periods: seen }));
}

function namesAndClicks(shares: readonly { name: unknown; clicks: number }[]) {
  return new Map(shares.map(({ name, clicks }) => [nameOf(name), clicks]));
}

function nameOf(name: unknown): string {
  return typeof name === 'string' ? name : Object.values(name ?? {}).join('/');
}

/** The rows of a list of ten: the largest by clicks, then by name, and the rest. */
function topTen(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  if (counts.size <= 10) return counts;
  const rows = [...counts].toSorted(([, left], [, right]) => right - left);
  const rest = rows.slice(9).reduce((sum, [, clicks]) => sum + clicks, 0);
  return new Map([...rows.slice(0, 9), ['Other', rest]]);
}

const clicksOf = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].toSorted((left, right) => right - left);

test('[numbers-add-up] every number equals the raw events, for any events and any question', async () => {
  const linkIds = [newId(), newId(), newId()];
  const questions = fc.record({
    clicks: fc.array(anyClick(nowMs, '', linkIds), { maxLength: 120 }),
    conversions: fc.array(anyConversion(nowMs, '', linkIds), { maxLength: 15 }),
    days: fc.constantFrom(7, 30, 90),
    timeZone: fc.constantFrom(...zones),
    linkId: fc.constantFrom(null, null, ...linkIds),
    erased: fc.subarray(linkIds, { maxLength: 1 }),
  });
  const stranger = { userId: newId(), linkId: linkIds[0] ?? '' };

  await fc.assert(
    fc.asyncProperty(questions, async ({ days, timeZone, linkId, erased, ...events }) => {
      const userId = newId();
      const clicks = events.clicks.map((click) => ({ ...click, userId }));
      const conversions = uniqueVersions(events.conversions).map((one) => ({ ...one, userId }));
      await store.store({
        clicks: [...clicks, ...clicks.slice(0, 5).map((click) => ({ ...click, ...stranger }))],
        conversions,
      });

      const { analytics, periods } = await ask(userId, { days, timeZone, linkId }, erased);

      const isCounted = (event: { linkId: string }) =>
        (linkId === null || event.linkId === linkId) && !erased.includes(event.linkId);
      const counted = {
        clicks: clicks.filter(isCounted),
        conversions: conversions.filter(isCounted),
      };
      const expected = expectedAnalytics(counted, { days, timeZone, nowMs });
      expect(analytics).toMatchObject({
        totalClicks: expected.totalClicks,
        botClicks: expected.botClicks,
        totalConversions: expected.totalConversions,
        totalProfitCents: expected.totalProfitCents,
        otherCurrencies: expected.otherCurrencies,
        uniqueVisitors: expected.uniqueVisitors,
        series: expected.clicksOverTime.map(({ date, clicks }) => ({ at: date, clicks })),
      });
      expect(namesAndClicks(analytics.referrers)).toEqual(new Map(expected.referrers));
      expect(namesAndClicks(analytics.devices)).toEqual(new Map(expected.devices));
      expect(namesAndClicks(analytics.browsers)).toEqual(new Map(expected.browsers));
      expect(namesAndClicks(analytics.systems)).toEqual(new Map(expected.systems));
      expect(clicksOf(namesAndClicks(analytics.countries))).toEqual(
        clicksOf(topTen(expected.countries)),
      );
      expect(namesAndClicks(analytics.countryClicks)).toEqual(new Map(expected.countries));
      expect(clicksOf(namesAndClicks(analytics.cities))).toEqual(clicksOf(topTen(expected.cities)));
      if (!periods) throw new Error('The periods were never asked about');
      const compared = expectedPeriods(counted, periods);
      expect(analytics.changes).toMatchObject({
        clicks: changeOf(compared.clicks),
        conversions: changeOf(compared.conversions),
        profit: changeOf(compared.profit),
      });
      expect(analytics.lastMonth).toMatchObject({
        clicks: compared.clicks.recent,
        conversions: compared.conversions.recent,
        profit: compared.profit.recent,
      });
    }),
    { numRuns: caseCount({ check: 6, extended: 80 }) },
  );
}, 120_000);

/** Waypost never stores equal versions of one conversion: which of them would win is undefined. */
function uniqueVersions<One extends { linkId: string; key: string; version: number | bigint }>(
  conversions: readonly One[],
): readonly One[] {
  const seen = new Map(
    conversions.map((one) => [`${one.linkId} ${one.key} ${one.version}`, one] as const),
  );
  return [...seen.values()];
}

function changeOf({ before, recent }: { before: number; recent: number }) {
  if (before === 0) return recent > 0 ? 'new' : null;
  return Math.round(((recent - before) / Math.abs(before)) * 1000) / 10;
}
