import { afterAll, expect, test } from 'bun:test';
import { columnsOfDays } from '#adapters/clickhouse/analytics/facts';
import { rankingOfLinks, totalsOfLinks } from '#adapters/clickhouse/analytics/link-totals';
import { dayCounts } from '#adapters/clickhouse/analytics/lists-sql';
import { numbersQuery, sourceOf } from '#adapters/clickhouse/analytics/numbers-sql';
import { inDaysOf } from '#adapters/clickhouse/analytics/times';
import { queryStatement } from '#adapters/clickhouse/analytics/query/query-sql';
import { visitorsOfPieces } from '#adapters/clickhouse/analytics/visitors';
import type { QueryAsked } from '#core/analytics/query/reading';
import type { Condition, ReadingRequest, Scope } from '#core/analytics/reading';
import { dimensions } from '#contract/analytics/report-filters';
import type { EventFilters } from '#core/analytics/report/filters';
import { dayMs, hourMs } from '#core/shared/time';
import { dashboard, wholeAccount } from '#tests/support/builders/reports';
import { testEventStore } from '#tests/support/builders/events';

const store = await testEventStore();
afterAll(() => store.drop());

const userId = Bun.randomUUIDv7();
const linkId = Bun.randomUUIDv7();
const endMs = Math.ceil(Date.now() / dayMs) * dayMs;
const week = Array.from({ length: 8 }, (_, i) => endMs - (7 - i) * dayMs);
const fromNoon = week.map((atMs) => atMs - dayMs / 2);
const oneMinuteLater = week.map((atMs) => atMs + 60_000);

const filters: readonly EventFilters[] = [
  { class: ['human'] },
  { class: ['bot'], link: [linkId], country: ['DE'], city: ['Bonn, DE'], variant: ['1'] },
  { class: ['human'], browser: ['Firefox'], channel: ['email'], utm_source: ['(none)'] },
];
const conditions: readonly Condition[] = [
  { kind: 'links', set: { ids: 'ab', isComplement: true } },
  { kind: 'values', property: 'os', isPart: true, isNegated: true, values: [userId] },
  { kind: 'values', property: 'city', isPart: false, isNegated: false, values: [linkId] },
];
const scopes: readonly Scope[] = filters.flatMap((each) => [
  { userId, filters: each, erasedLinkIds: [], among: null },
  { userId, filters: each, erasedLinkIds: [linkId], among: null },
  { userId, filters: each, erasedLinkIds: [], among: { ids: 'ab', isComplement: true } },
  { userId, filters: { class: each.class }, erasedLinkIds: [], among: null, conditions },
]);
const questions: readonly ReadingRequest[] = [week, fromNoon, oneMinuteLater].flatMap(
  (boundariesMs) =>
    [dimensions, ['links', 'cities'] as const, []].flatMap((lists) => [
      dashboard(boundariesMs),
      {
        period: { boundariesMs },
        compared: lists.length === 2 ? { boundariesMs: fromNoon } : null,
        hasVisitors: true,
        lists: { dimensions: lists, longest: 10, hasConversions: true },
        offsets: { startsMs: [endMs - 10 * dayMs], offsetsMs: [0] },
        totals: null,
      },
    ]),
);
const asking: Omit<QueryAsked, 'scope'> = {
  groupings: ['country'],
  labels: null,
  span: { boundariesMs: fromNoon },
  compared: { boundariesMs: week, places: week.slice(1).map((_, index) => index) },
  isByTime: false,
  cycle: null,
  otherCurrencies: [],
  counted: ['clicks', 'conversions', 'revenue'],
  currency: 'USD',
  hasShares: true,
  archive: 'none',
  search: { text: 'a', names: ['DE'] },
  sorting: [{ by: 'clicks', isFalling: true }],
  after: { sorted: [3], unit: 0, keys: ['DE', ''] },
  limit: 10,
};
const queries: readonly Omit<QueryAsked, 'scope'>[] = [
  asking,
  { ...asking, counted: ['botClicks', 'uniqueVisitors'], isByTime: true },
  {
    ...asking,
    groupings: ['label', 'rule'],
    labels: { names: ['a'], pairs: `${'0'.repeat(32)}1` },
  },
  { ...asking, groupings: ['link', 'variant'], counted: ['clicks'], archive: 'counted' },
  { ...asking, groupings: [], isByTime: true, hasShares: false, after: null, search: null },
  {
    ...asking,
    isByTime: true,
    cycle: {
      unit: 'hourOfWeek',
      asked: { startsMs: [endMs - 10 * dayMs], offsetsMs: [0] },
      compared: { startsMs: [endMs - 10 * dayMs], offsetsMs: [0] },
    },
    counted: [...asking.counted, 'revenueEUR'],
    otherCurrencies: ['EUR'],
  },
];
const statements = [
  ...scopes.flatMap((scope) =>
    questions.map((asked) => numbersQuery(scope, asked, sourceOf(scope, asked))),
  ),
  ...scopes.flatMap((scope) => queries.map((asked) => queryStatement({ ...asked, scope }))),
  visitorsOfPieces,
  totalsOfLinks,
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

const range = {
  userId,
  class: ['human'],
  askedFromMs: week.at(0),
  askedToMs: endMs,
  askedBoundariesMs: week.slice(0, -1),
  ...Object.fromEntries(
    ['before', 'recent'].flatMap((span) => [
      [`${span}FromMs`, 0],
      [`${span}ToMs`, 0],
      [`${span}BoundariesMs`, [0]],
    ]),
  ),
  touchedDays: ['2026-01-01'],
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

test("a whole account's clicks by time are read from the projection by quarters of an hour", async () => {
  await someClicks();
  const byTime = /SELECT(?:(?!SELECT)[\s\S])*?FROM clicks(?:(?!SELECT)[\s\S])*?GROUP BY at, class/g;
  const countOf = (scope: Scope, boundariesMs: readonly number[]) => {
    const asked = dashboard(boundariesMs);
    return [...numbersQuery(scope, asked, sourceOf(scope, asked)).matchAll(byTime)].flat();
  };
  const [account = '', ...others] = countOf(wholeAccount(userId), week);

  const answer = await forced(account, 'quarters', range);

  expect((await answer.json()).length).toBeGreaterThan(0);
  expect(others).toEqual([]);
  const [later = ''] = countOf(wholeAccount(userId), oneMinuteLater);
  await expect(forced(later, 'quarters', range)).rejects.toThrow('quarters');
  const ofLink = { ...wholeAccount(userId), filters: { class: ['human'], link: [linkId] } };
  const [one = ''] = countOf(ofLink, week);
  await expect(forced(one, 'quarters', { ...range, link: [linkId] })).rejects.toThrow('quarters');
});

test.each(['agents', 'places', 'origins', 'campaigns', 'link_day'] as const)(
  'the clicks of whole days are read from the projection of %s',
  async (projection) => {
    await someClicks();
    const inDays = new Map([['asked', inDaysOf('asked')]] as const);
    const counts = dayCounts(projection, "user_id = {userId:UUID} AND class = 'human'", inDays);
    const days = { askedFirstDay: '2000-01-01', askedEndDay: '2100-01-01' };

    const answer = await forced(counts, projection, { userId, ...days });

    expect(columnsOfDays(projection).length).toBeGreaterThan(1);
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
