import { hostileSql } from '#tests/support/builders/hostile-text';
import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { dayMs } from '#core/shared/time';
import { numbersApp } from '#tests/support/worlds/analytics/numbers-app';
import { call } from '#tests/support/calls';
import { caseCount } from '#tests/support/extent';
import { clientOfStopped } from '#tests/support/databases/clickhouse';
import type { StoredClick, StoredConversion } from '#tests/support/builders/events';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { testStores } from '#tests/support/databases/stores';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { newUser } from '#tests/support/builders/people';

const { store, sql, drop } = await testStores();
afterAll(drop);

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const world = numbersApp({ sql, client: store.client }, nowMs);

/** A person with a link of each age in days, and a function that asks. */
async function person(linkDaysOld: readonly number[]) {
  const id = await newUser(sql);
  const linkIds = linkDaysOld.map(() => Bun.randomUUIDv7());
  for (const [i, days] of linkDaysOld.entries()) {
    const at = new Date(nowMs - days * dayMs);
    await sql`INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
      VALUES (${linkIds[i] ?? ''}, ${id}, 'https://example.com/',
        ${Math.random().toString(36).slice(2, 11)}, ${at}, ${at})`;
  }
  return { id, linkIds, ask: signIn(world, owner({ id })) };
}

function clickOn(userId: string, linkId: string, more: Partial<StoredClick> = {}): StoredClick {
  return aStoredClick({ userId, linkId, atMs: nowMs - 1000, ...more });
}

/** A day of November with nothing but what `more` says. */
function point(day: string, more: object = {}) {
  const nothing = { clicks: 0, uniqueVisitors: 0, conversions: 0, money: [] };
  return { at: `2026-11-${day}`, isUnfinished: false, ...nothing, ...more };
}

test('analytics return every field, and no other', async () => {
  const { id, linkIds, ask } = await person([1, 2, 40]);
  const [linkId = ''] = linkIds;
  await store.store({
    clicks: [
      clickOn(id, linkId),
      clickOn(id, linkId, { visitorId: 6, referrer: '', country: '', city: '', browser: '' }),
      clickOn(id, linkId, { atMs: nowMs - 3 * dayMs, visitorId: 6, device: 'unknown', os: '' }),
      clickOn(id, linkId, { atMs: nowMs - 35 * dayMs }),
      clickOn(id, linkId, { class: 'bot' }),
    ],
    conversions: ['USD', 'EUR'].map((currency, i) => {
      const profitCents = 1000 + i;
      return aStoredConversion({ userId: id, linkId, atMs: nowMs - dayMs, profitCents, currency });
    }),
  });

  const answer = await ask('/api/analytics?tz=Europe/Berlin');

  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    totalLinks: 3,
    totalClicks: 4,
    totalProfit: 1000,
    totalConversions: 2,
    botClicks: 1,
    uniqueVisitors: 2,
    otherCurrencies: [{ currency: 'EUR', revenue: 4999, profit: 1001, conversions: 1 }],
    lastMonth: { links: 2, clicks: 3, profit: 1000, conversions: 2 },
    changes: { links: 100, clicks: 200, profit: 'new', conversions: 'new' },
    unit: 'day',
    clicksOverTime: [
      { date: '2026-11-15', clicks: 0 },
      { date: '2026-11-16', clicks: 0 },
      { date: '2026-11-17', clicks: 0 },
      { date: '2026-11-18', clicks: 1 },
      { date: '2026-11-19', clicks: 0 },
      { date: '2026-11-20', clicks: 0 },
      { date: '2026-11-21', clicks: 2 },
    ],
    series: [
      ...['15', '16', '17'].map((day) => point(day)),
      point('18', { clicks: 1, uniqueVisitors: 1 }),
      point('19'),
      point('20', {
        conversions: 2,
        money: [
          { currency: 'EUR', conversions: 1, revenue: 4999, profit: 1001 },
          { currency: 'USD', conversions: 1, revenue: 4999, profit: 1000 },
        ],
      }),
      point('21', { clicks: 2, uniqueVisitors: 2, isUnfinished: true }),
    ],
    // From November 18 on.
    usual: {
      days: 3,
      clicks: 1,
      conversions: 2,
      money: [
        { currency: 'EUR', conversions: 1, revenue: 4999, profit: 1001 },
        { currency: 'USD', conversions: 1, revenue: 4999, profit: 1000 },
      ],
    },
    topReferrers: [
      { domain: 'news.example', clicks: 2, percentage: 66.7 },
      { domain: 'Direct', clicks: 1, percentage: 33.3 },
    ],
    deviceStats: [
      { device: 'mobile', clicks: 2, percentage: 66.7 },
      { device: 'unknown', clicks: 1, percentage: 33.3 },
    ],
    geoStats: [
      { country: 'DE', clicks: 2, percentage: 66.7 },
      { country: 'Unknown', clicks: 1, percentage: 33.3 },
    ],
    countryClicks: [
      { country: 'DE', clicks: 2 },
      { country: 'Unknown', clicks: 1 },
    ],
    browserStats: [
      { browser: 'Firefox', clicks: 2, percentage: 66.7 },
      { browser: 'Unknown', clicks: 1, percentage: 33.3 },
    ],
    osStats: [
      { os: 'Android', clicks: 2, percentage: 66.7 },
      { os: 'Unknown', clicks: 1, percentage: 33.3 },
    ],
    cityStats: [
      { city: 'Bonn', country: 'DE', clicks: 2, percentage: 66.7 },
      { city: 'Unknown', country: 'Unknown', clicks: 1, percentage: 33.3 },
    ],
    variants: [],
    notAssigned: null,
  });
});

test('[numbers-add-up] the last month is the range of 30 days, compared up to the same time of day', async () => {
  const range = '2026-10-23T07:00:00.000Z';
  const earlier = ['2026-09-23T07:00:00.000Z', '2026-10-22T09:29:59.999Z'];
  const neither = ['2026-09-23T06:59:59.999Z', '2026-10-22T09:30:00.000Z', '2026-10-23T06:59:59Z'];
  const times = [range, ...earlier, ...neither].map((time) => Date.parse(time));
  const { id, linkIds, ask } = await person(times.map((atMs) => (nowMs - atMs) / dayMs));
  const [linkId = ''] = linkIds;
  await store.store({
    clicks: times.map((atMs) => clickOn(id, linkId, { atMs })),
    conversions: times.map((atMs) =>
      aStoredConversion({ userId: id, linkId, atMs, profitCents: 100, currency: 'USD' }),
    ),
  });

  const answer = await ask('/api/analytics?timeRange=30d&tz=America/Los_Angeles');

  const found = await answer.json();
  expect(found).toMatchObject({
    lastMonth: { links: 1, clicks: 1, profit: 100, conversions: 1 },
    changes: { links: -50, clicks: -50, profit: -50, conversions: -50 },
  });
  const clicks = found.clicksOverTime.map((day: { clicks: number }) => day.clicks);
  expect(clicks.reduce((sum: number, one: number) => sum + one, 0)).toBe(found.lastMonth.clicks);
});

test('an account without links or clicks gets zeros for every day', async () => {
  const { ask } = await person([]);

  const answer = await ask('/api/analytics?timeRange=90d');

  const found = await answer.json();
  expect(found).toMatchObject({
    totalLinks: 0,
    totalClicks: 0,
    changes: { links: null, clicks: null, profit: null, conversions: null },
    topReferrers: [],
    deviceStats: [],
  });
  expect(found.clicksOverTime).toHaveLength(90);
});

test('ten referrers are returned and the rest is Other, unless all are requested', async () => {
  const { id, linkIds, ask } = await person([1]);
  const clicks = Array.from({ length: 30 }, (_, i) =>
    clickOn(id, linkIds[0] ?? '', { referrer: `site${String(i).padStart(2, '0')}.example` }),
  );
  await store.store({ clicks });

  const some = await (await ask('/api/analytics')).json();
  const all = await (await ask('/api/analytics?full=referrers')).json();

  expect(some.topReferrers).toHaveLength(10);
  expect(some.topReferrers.at(-1)).toEqual({ domain: 'Other', clicks: 21, percentage: 69.4 });
  expect(all.topReferrers).toHaveLength(30);
  for (const { topReferrers } of [some, all]) {
    const tenths = topReferrers.map((row: { percentage: number }) =>
      Math.round(row.percentage * 10),
    );
    expect(tenths.reduce((sum: number, part: number) => sum + part, 0)).toBe(1000);
  }
});

test('analytics can be limited to one link', async () => {
  const { id, linkIds, ask } = await person([1, 40]);
  const [one = '', other = ''] = linkIds;
  await store.store({ clicks: [clickOn(id, one), clickOn(id, one), clickOn(id, other)] });

  expect(await (await ask(`/api/analytics?linkId=${one}`)).json()).toMatchObject({
    totalLinks: 1,
    totalClicks: 2,
    changes: { links: 'new', clicks: 'new' },
  });
});

test('the variants of a running split test are counted separately, within the range', async () => {
  const { id, linkIds, ask } = await person([1]);
  const [linkId = ''] = linkIds;
  await sql`UPDATE links SET split_test_enabled = true,
    split_test_urls = '["https://a.example/", "https://b.example/", "https://c.example/"]'
    WHERE id = ${linkId}`;
  const [link] = await sql`SELECT split_version FROM links WHERE id = ${linkId}`;
  const splitVersion = Number(link?.['split_version']);
  const atMs = nowMs - 1000;
  const conversion = (variant: number, more: Partial<StoredConversion> = {}) =>
    aStoredConversion({ userId: id, linkId, atMs, splitVersion, variant, ...more });
  await store.store({
    clicks: [
      ...[1, 1, 2].map((variant) => clickOn(id, linkId, { splitVersion, variant })),
      clickOn(id, linkId, { splitVersion, variant: 2, atMs: nowMs - 20 * dayMs }),
      clickOn(id, linkId, { splitVersion, variant: 1, class: 'bot' }),
      clickOn(id, linkId, { splitVersion: splitVersion + 1, variant: 2 }),
    ],
    conversions: [
      conversion(1),
      conversion(1, { currency: 'EUR' }),
      conversion(1, { splitVersion: 0 }),
      conversion(1, { key: 'r:o:1', valueCents: -4999, profitCents: -1000 }),
      conversion(1, { removed: true }),
      conversion(2, { splitVersion: splitVersion + 1 }),
      conversion(2, { atMs: nowMs - 20 * dayMs }),
      conversion(0, { splitVersion: 0 }),
    ],
  });

  const narrow = await (await ask(`/api/analytics?linkId=${linkId}`)).json();
  const wide = await (await ask(`/api/analytics?linkId=${linkId}&timeRange=30d`)).json();
  const all = await (await ask('/api/analytics')).json();

  const nothing = {
    conversions: 0,
    revenueCents: 0,
    profitCents: 0,
    otherCurrencies: [],
  };
  expect(narrow.variants).toEqual([
    {
      variant: 1,
      url: 'https://a.example/',
      clicks: 2,
      conversions: 3,
      revenueCents: 4999,
      profitCents: 1000,
      otherCurrencies: [{ currency: 'EUR', revenue: 4999, profit: 1000, conversions: 1 }],
    },
    { variant: 2, url: 'https://b.example/', clicks: 1, ...nothing },
    { variant: 3, url: 'https://c.example/', clicks: 0, ...nothing },
  ]);
  expect(wide.variants[1]).toMatchObject({ clicks: 2, conversions: 1, revenueCents: 4999 });
  // The conversion of another version, and the one without a click.
  const own = { conversions: 2, revenueCents: 2 * 4999, profitCents: 2000 };
  expect(narrow.notAssigned).toEqual({ ...nothing, ...own });
  expect(all).toMatchObject({ variants: [], notAssigned: null });
});

test("[separate-accounts] another account's link and an unknown one get the same response", async () => {
  const { id, ask } = await person([1]);
  const other = await person([1]);
  const [foreign = ''] = other.linkIds;
  await store.store({ clicks: [clickOn(other.id, foreign), clickOn(id, foreign)] });

  const answers = await Promise.all(
    [foreign, Bun.randomUUIDv7()].map((linkId) => ask(`/api/analytics?linkId=${linkId}`)),
  );

  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  const same = { status: 404, code: 'not_found', message: 'Not found' };
  for (const body of bodies) expect(body).toMatchObject(same);
});

test('a deleted link leaves every number immediately, while its clicks are still stored', async () => {
  const { id, linkIds, ask } = await person([1, 2]);
  const [kept = '', deleted = ''] = linkIds;
  await store.store({ clicks: [clickOn(id, kept), clickOn(id, deleted), clickOn(id, deleted)] });

  await sql`DELETE FROM links WHERE id = ${deleted}`;

  const found = await (await ask('/api/analytics')).json();
  expect(found).toMatchObject({ totalLinks: 1, totalClicks: 1, uniqueVisitors: 1 });
  expect(found.topReferrers).toEqual([{ domain: 'news.example', clicks: 1, percentage: 100 }]);
  expect(found.clicksOverTime.at(-1).clicks).toBe(1);
});

test('a thousand deleted links are excluded too', async () => {
  const { id, linkIds, ask } = await person([1]);
  await store.store({ clicks: [clickOn(id, linkIds[0] ?? '')] });
  await sql`INSERT INTO erasures (link_id, user_id)
    SELECT gen_random_uuid(), ${id} FROM generate_series(1, 1000)`;

  expect(await (await ask('/api/analytics')).json()).toMatchObject({ totalClicks: 1 });
});

test('analytics require a session', async () => {
  expect((await call(world.app, '/api/analytics')).status).toBe(401);
});

test('during a ClickHouse outage analytics return 503 with Retry-After', async () => {
  const client = await clientOfStopped();
  const away = numbersApp({ sql, client }, nowMs);
  const ask = signIn(away, owner({ id: await newUser(sql) }));

  const answer = await ask('/api/analytics');

  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable' });
  await client.close();
});

test('[separate-accounts] [bound-values] no hostile parameter reveals data of another account or breaks a statement', async () => {
  const mine = await person([1]);
  const theirs = await person([1]);
  const marker = 'marker-of-theirs.example';
  const [linkId = ''] = theirs.linkIds;
  await store.store({
    clicks: [clickOn(theirs.id, linkId, { referrer: marker, city: marker, visitorId: 9 })],
  });
  const hostile = fc.oneof(
    fc.constantFrom(...hostileSql, theirs.id, linkId, `${linkId}' OR '1'='1`, '[]', "['a']"),
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('7d', '30d', '90d', 'UTC', 'Europe/London', 'referrers'),
  );
  const parameters = fc.dictionary(
    fc.constantFrom('timeRange', 'tz', 'linkId', 'full', 'userId', 'param_userId', 'query'),
    hostile,
  );

  await fc.assert(
    fc.asyncProperty(parameters, async (given) => {
      const answer = await mine.ask(`/api/analytics?${new URLSearchParams(given)}`);

      expect([200, 400, 404, 422]).toContain(answer.status);
      expect(await answer.text()).not.toContain(marker);
    }),
    { numRuns: caseCount({ check: 40, extended: 400 }) },
  );
});
