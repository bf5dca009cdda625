import { afterAll, expect, test } from 'bun:test';
import {
  allNumbers,
  clicksByDay,
  clicksByDayFromQuarters,
} from '#adapters/clickhouse/analytics/analytics-sql';
import { dayCounts } from '#adapters/clickhouse/analytics/days/day-counts-sql';
import { visitorsOfPieces } from '#adapters/clickhouse/analytics/days/visitors-sql';
import { totalsOfLinks } from '#adapters/clickhouse/analytics/link-totals-sql';
import type { Scope } from '#core/analytics/reading';
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
const statements = [
  ...scopes.flatMap((scope) => [allNumbers(scope, fast), allNumbers(scope, slow)]),
  ...scopes.map(visitorsOfPieces),
  totalsOfLinks,
];

test('[separate-accounts] every statement that reads events is restricted to one account', () => {
  for (const statement of statements) {
    const reads = [...statement.matchAll(/FROM (clicks|clicks_archive|conversions)\b(.{0,60})/gs)];

    expect(reads.length).toBeGreaterThan(1);
    for (const [, , after] of reads) {
      expect(after).toMatch(/^( FINAL)? WHERE user_id = \{userId:UUID\}/);
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
  const account = allNumbers(whole, fast);
  const quarters =
    /SELECT(?:(?!SELECT)[\s\S])*?FROM clicks(?:(?!SELECT)[\s\S])*?GROUP BY [a-z, ]+/g;
  const parts = [...account.matchAll(quarters)]
    .map(([part]) => part)
    .filter((part) => part.includes('toStartOfFifteenMinutes'));
  const params = {
    ...range,
    ...{ beforeMs: endMs - 2 * dayMs, sinceMs: endMs - dayMs, untilMs: endMs },
    touchedDays: ['2000-01-01', new Date(endMs - dayMs).toISOString().slice(0, 10)],
  };

  for (const part of parts) {
    const answer = await forced(part, 'quarters', params);
    expect((await answer.json()).length).toBeGreaterThan(0);
  }
  expect(parts).toHaveLength(3);
  await expect(forced(clicksByDay(whole), 'quarters', range)).rejects.toThrow('quarters');
  const narrow = { ...whole, linkId };
  const params2 = { ...range, linkId };
  await expect(forced(clicksByDayFromQuarters(narrow), 'quarters', params2)).rejects.toThrow();
});

test.each(['agents', 'places', 'referrers', 'campaigns', 'entries', 'link_day'] as const)(
  'the clicks of whole days are read from the projection of %s',
  async (projection) => {
    await someClicks();
    const counts = dayCounts(projection, "user_id = {userId:UUID} AND class = 'human'");
    const days = { firstDay: '2000-01-01', endDay: '2100-01-01' };

    const answer = await forced(counts, projection, { userId, ...days });

    expect((await answer.json()).length).toBeGreaterThan(0);
  },
);

test('the totals of links are read from the projection by link and day', async () => {
  await someClicks();
  const clicksOfLinks = /SELECT link_id, class, count\(\)[\s\S]*?GROUP BY link_id, class/;

  const [query = ''] = clicksOfLinks.exec(totalsOfLinks) ?? [];
  const answer = await forced(query, 'link_day', { userId, linkIds: [linkId] });
  expect(await answer.json<unknown[]>()).toHaveLength(1);
});
