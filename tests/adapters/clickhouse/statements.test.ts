import { afterAll, expect, test } from 'bun:test';
import {
  allNumbers,
  clicksByDay,
  clicksByDayFromHours,
} from '#adapters/clickhouse/analytics/analytics-sql';
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
const statements = [
  ...scopes.flatMap((scope) => [allNumbers(scope, true), allNumbers(scope, false)]),
  totalsOfLinks,
];

test('[separate-accounts] wherever a statement reads events it is narrowed to one account', () => {
  for (const statement of statements) {
    const reads = [...statement.matchAll(/FROM (clicks|clicks_archive|conversions)\b(.{0,60})/gs)];

    expect(reads.length).toBeGreaterThan(3);
    for (const [, , after] of reads) {
      expect(after).toMatch(/^( FINAL)? WHERE user_id = \{userId:UUID\}/);
    }
  }
});

test('[bound-values] no value stands in a statement', () => {
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

test("a whole account's days, totals and changes come from the projection by hour", async () => {
  await someClicks();
  const account = allNumbers(whole, true);
  const parts = account.split('UNION ALL').filter((part) => part.includes('toStartOfHour'));
  const params = { ...range, beforeMs: endMs - 2 * dayMs, sinceMs: endMs - dayMs, untilMs: endMs };

  for (const part of parts) {
    const answer = await forced(part.trim().slice(1, -1), 'user_hour', params);
    expect((await answer.json()).length).toBeGreaterThan(0);
  }
  expect(parts).toHaveLength(3);
  await expect(forced(clicksByDay(whole), 'user_hour', range)).rejects.toThrow('user_hour');
  const narrow = { ...whole, linkId };
  const params2 = { ...range, linkId };
  await expect(forced(clicksByDayFromHours(narrow), 'user_hour', params2)).rejects.toThrow();
});

test('the totals of links come from the projection by link and day', async () => {
  await someClicks();
  const clicksOfLinks = /SELECT link_id, class, count\(\)[\s\S]*?GROUP BY link_id, class/;

  const [query = ''] = clicksOfLinks.exec(totalsOfLinks) ?? [];
  const answer = await forced(query, 'link_day', { userId, linkIds: [linkId] });
  expect(await answer.json<unknown[]>()).toHaveLength(1);
});
