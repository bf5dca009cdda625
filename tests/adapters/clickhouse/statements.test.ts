import { afterAll, expect, test } from 'bun:test';
import { allNumbers, clicksByDay } from '#adapters/clickhouse/analytics/analytics-sql';
import { dayCounts } from '#adapters/clickhouse/analytics/days/day-counts-sql';
import { visitorsOfPieces } from '#adapters/clickhouse/analytics/days/visitors-sql';
import { reportQuery } from '#adapters/clickhouse/analytics/report/report-sql';
import { countedValues } from '#adapters/clickhouse/analytics/report/values-sql';
import { rankingOfLinks, totalsOfLinks } from '#adapters/clickhouse/analytics/link-totals-sql';
import type { Scope } from '#core/analytics/reading';
import { dimensions } from '#core/analytics/report/dimensions';
import type { Filters } from '#core/analytics/report/filters';
import type { ReportScope } from '#core/analytics/report/report-reading';
import { dayMs, hourMs } from '#core/shared/time';
import { testEventStore } from '#tests/support/builders/events';

const store = await testEventStore();
afterAll(() => store.drop());

const userId = Bun.randomUUIDv7();
const linkId = Bun.randomUUIDv7();
const whole: Scope = { userId, linkId: null, erasedLinkIds: [] };
const scopes: Scope[] = [
  whole,
  { userId, linkId, erasedLinkIds: [] },
  { userId, linkId: null, erasedLinkIds: [linkId] },
  { userId, linkId, erasedLinkIds: [linkId] },
];
const fast = {
  isByQuarters: true,
  whole: { firstDay: '2026-01-02', endDay: '2026-01-09', edgeDays: ['2026-01-01', '2026-01-09'] },
};
const slow = { isByQuarters: false, whole: null };
const filters: readonly Filters[] = [
  { class: ['human'] },
  { class: ['bot'], link: [linkId], country: ['DE'], city: ['Bonn, DE'], variant: ['1'] },
  { class: ['human'], browser: ['Firefox'], channel: ['email'], utm_source: ['(none)'] },
];
const reportScopes: readonly ReportScope[] = filters.flatMap((each) => [
  { userId, filters: each, erasedLinkIds: [], among: null },
  { userId, filters: each, erasedLinkIds: [linkId], among: null },
  { userId, filters: each, erasedLinkIds: [], among: { ids: 'ab', isComplement: true } },
]);
const both = [true, false];
const shapes = both.flatMap((isCompared) =>
  both.flatMap((isByQuarter) =>
    [{ asked: fast.whole, compared: fast.whole }, null].flatMap((days) =>
      [dimensions, ['links', 'cities'] as const, []].map((lists) => ({
        isCompared,
        isByQuarter,
        days,
        isByFingerprints: days !== null,
        lists,
      })),
    ),
  ),
);
const statements = [
  ...scopes.flatMap((scope) => [allNumbers(scope, fast), allNumbers(scope, slow)]),
  ...scopes.map(visitorsOfPieces),
  totalsOfLinks,
  ...reportScopes.flatMap((scope) => shapes.map((shape) => reportQuery(scope, shape))),
  ...reportScopes.flatMap((scope) =>
    shapes.map((shape) => countedValues(scope, dimensions, shape)),
  ),
];

/** The clicks that a report joins to its conversions; the WHERE of the conversions stands behind. */
const joined = /LEFT ANY JOIN \(([\s\S]*?)\n {4}\) AS k ON c\.click_id = k\.click_id/g;

/** A statement without its joins, and each of them as a statement. */
function readsOf(statement: string): RegExpMatchArray[] {
  const inJoins = [...statement.matchAll(joined)].map(([, inner = '']) => inner);
  return [statement.replace(joined, ''), ...inJoins].flatMap((text) => [
    ...text.matchAll(/FROM (clicks|clicks_archive|conversions)\b(.{0,60})/gs),
  ]);
}

test('[separate-accounts] every statement that reads events is restricted to one account', () => {
  for (const statement of statements) {
    const reads = readsOf(statement);

    expect(reads.length).toBeGreaterThan(1);
    for (const [, , after] of reads) {
      expect(after).toMatch(/^(?: AS c)?(?: FINAL)?\s+WHERE (?:c\.)?user_id = \{userId:UUID\}/);
    }
  }
});

test('[bound-values] statements contain no values, only parameters', () => {
  for (const statement of statements) {
    expect(statement).not.toContain(userId);
    expect(statement).not.toContain(linkId);
  }
});

const endMs = Math.ceil(Date.now() / dayMs) * dayMs;
const range = {
  userId,
  fromMs: endMs - 7 * dayMs,
  toMs: endMs,
  boundariesMs: Array.from({ length: 7 }, (_, i) => endMs - (7 - i) * dayMs),
};

/** Runs the statement if the engine can answer it from the projection; fails otherwise. */
function forced(query: string, projection: string, query_params: Record<string, unknown>) {
  return store.client.query({
    query,
    query_params,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { force_optimize_projection_name: projection },
  });
}

async function someClicks() {
  const clicks = Array.from({ length: 200 }, (_, i) => ({
    userId,
    linkId,
    atMs: endMs - (i + 1) * hourMs,
    class: 'human' as const,
    splitVersion: 0,
    variant: 0,
    visitorId: i,
    referrer: '',
    device: 'desktop' as const,
    country: '',
    city: '',
    browser: '',
    os: '',
  }));
  await store.store({ clicks });
}

test("a whole account's days and changes are read from the projection by quarters of an hour", async () => {
  await someClicks();
  const quarters =
    /SELECT(?:(?!SELECT)[\s\S])*?FROM clicks(?:(?!SELECT)[\s\S])*?GROUP BY quarter, class/g;
  const countOf = (scope: Scope) => [...allNumbers(scope, fast).matchAll(quarters)].flat();
  const [account = '', ...others] = countOf(whole);

  const answer = await forced(account, 'quarters', range);

  expect((await answer.json()).length).toBeGreaterThan(0);
  expect(others).toEqual([]);
  await expect(forced(clicksByDay(whole), 'quarters', range)).rejects.toThrow('quarters');
  const [one = ''] = countOf({ ...whole, linkId });
  await expect(forced(one, 'quarters', { ...range, linkId })).rejects.toThrow('quarters');
});

test.each(['agents', 'places', 'origins', 'campaigns', 'link_day'] as const)(
  'the clicks of whole days are read from the projection of %s',
  async (projection) => {
    await someClicks();
    const counts = dayCounts(projection, "user_id = {userId:UUID} AND class = 'human'");
    const days = { firstDay: '2000-01-01', endDay: '2100-01-01' };

    const answer = await forced(counts, projection, { userId, ...days });

    expect((await answer.json()).length).toBeGreaterThan(0);
  },
);

test('a ranking by clicks is read from the projection by link and day', async () => {
  await someClicks();
  const clicksOfLinks = /SELECT link_id, count\(\)[\s\S]*?GROUP BY link_id/;

  const [query = ''] = clicksOfLinks.exec(rankingOfLinks('totalClicks')) ?? [];
  const answer = await forced(query, 'link_day', { userId });
  expect(await answer.json<unknown[]>()).toHaveLength(1);
});
