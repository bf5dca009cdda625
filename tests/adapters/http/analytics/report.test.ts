import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clickhouseRefunds } from '#adapters/clickhouse/events/match-refunds';
import { filterOfDimension } from '#contract/analytics/report-filters';
import { filterNames } from '#contract/analytics/report-filters';
import { dayMs } from '#core/shared/time';
import type { StoredClick } from '#tests/support/builders/events';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { newUser } from '#tests/support/builders/people';
import { call } from '#tests/support/calls';
import { caseCount } from '#tests/support/extent';
import { clientOfStopped } from '#tests/support/databases/clickhouse';
import { testStores } from '#tests/support/databases/stores';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { numbersApp } from '#tests/support/worlds/analytics/numbers-app';

const { store, sql, drop } = await testStores();
afterAll(drop);

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const world = numbersApp({ sql, client: store.client }, nowMs);

/** A person with a link, and a function that asks. */
async function person() {
  const id = await newUser(sql);
  const linkId = Bun.randomUUIDv7();
  const code = Math.random().toString(36).slice(2, 11);
  await sql`INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
    VALUES (${linkId}, ${id}, 'https://example.com/', ${code}, now(), now())`;
  const ask = signIn(world, owner({ id }));
  const report = async (query: string) => (await ask(`/api/analytics/report?${query}`)).json();
  const click = (more: Partial<StoredClick> = {}) =>
    aStoredClick({ userId: id, linkId, atMs: nowMs - 1000, ...more });
  return { id, linkId, code, ask, report, click };
}

const nothing = { clicks: 0, uniqueVisitors: 0, conversions: 0, money: [] };

test('the report answers with every field of a day, hour by hour, and with nothing else', async () => {
  const { id, linkId, code, click, report } = await person();
  await store.store({
    clicks: [
      click(),
      click({ visitorId: 6, referrer: '', country: '', city: '', browser: '' }),
      click({ atMs: nowMs - dayMs, visitorId: 6 }),
      click({ class: 'bot' }),
    ],
    conversions: [
      ...['USD', 'EUR'].map((currency) =>
        aStoredConversion({ userId: id, linkId, atMs: nowMs - 2000, currency }),
      ),
      aStoredConversion({ userId: id, linkId, atMs: nowMs - dayMs }),
    ],
  });

  const { series, comparedSeries, lists, heat, heatHours, ...found } = await report(
    'range=today&compare=previous&tz=Europe/Berlin',
  );

  const money = ['EUR', 'USD'].map((currency) => ({
    currency,
    conversions: 1,
    revenue: 4999,
    profit: 1000,
  }));
  expect(found).toEqual({
    range: { from: '2026-11-21', to: '2026-11-21', unit: 'hour', timeZone: 'Europe/Berlin' },
    compared: { from: '2026-11-20', to: '2026-11-20' },
    totals: { clicks: 2, uniqueVisitors: 2, conversions: 2, money },
    comparedTotals: {
      clicks: 1,
      uniqueVisitors: 1,
      conversions: 1,
      money: [money[1]],
    },
    botClicks: 1,
    usual: null,
    warnings: [],
    costs: null,
  });
  // The hours of the Saturday that have begun.
  expect(
    heatHours.map((hours: readonly number[]) => hours.reduce((sum, each) => sum + each)),
  ).toEqual([0, 0, 0, 0, 0, 12, 0]);
  expect(series).toHaveLength(24);
  expect(series.slice(10, 13)).toEqual([
    { at: '2026-11-21T10:00+01:00', isUnfinished: false, ...nothing },
    {
      at: '2026-11-21T11:00+01:00',
      isUnfinished: true,
      clicks: 2,
      uniqueVisitors: 2,
      conversions: 2,
      money,
    },
    { at: '2026-11-21T12:00+01:00', isUnfinished: true, ...nothing },
  ]);
  // Until the end of the same quarter of an hour.
  expect(comparedSeries).toHaveLength(12);
  expect(comparedSeries[11]).toEqual({
    at: '2026-11-20T11:00+01:00',
    isUnfinished: false,
    clicks: 1,
    uniqueVisitors: 1,
    conversions: 1,
    money: [money[1]],
  });
  expect(heat.map((hours: number[]) => hours.length)).toEqual([24, 24, 24, 24, 24, 24, 24]);
  expect(heat[5][11]).toBe(2);
  expect(heat.flat().reduce((sum: number, clicks: number) => sum + clicks, 0)).toBe(2);
  expect(Object.keys(lists)).toEqual([
    ...['links', 'countries', 'cities', 'devices', 'browsers', 'systems', 'referrers', 'channels'],
    'entries',
    ...['utmSources', 'utmMediums', 'utmCampaigns', 'utmTerms', 'utmContents', 'variants'],
    'rules',
  ]);
  expect(lists.links).toEqual({
    total: 2,
    count: 1,
    rows: [
      {
        name: `https://go.example/${code}`,
        detail: `https://go.example/${code}`,
        value: linkId,
        clicks: 2,
        percentage: 100,
        conversions: 2,
        comparedClicks: 1,
      },
    ],
  });
  const bonn = { name: 'Bonn', detail: 'DE', value: 'Bonn,DE', clicks: 1, percentage: 50 };
  const unknown = { name: 'Unknown', detail: 'Unknown', value: 'Unknown,Unknown', clicks: 1 };
  const unmatched = 'Not matched to a click';
  const sold = { clicks: 0, percentage: 0, conversions: 2, comparedClicks: 0 };
  expect(lists.cities.rows).toEqual([
    { ...bonn, conversions: 0, comparedClicks: 1 },
    { ...unknown, percentage: 50, conversions: 0, comparedClicks: 0 },
    { name: unmatched, detail: '', value: unmatched, ...sold },
  ]);
  const variants = lists.variants.rows.map(({ value }: { value: string }) => value);
  expect(variants).toEqual(['(none)', unmatched]);
});

test('[rows-reconcile] a report with some lists has the numbers of the whole one', async () => {
  const { id, linkId, click, report } = await person();
  await store.store({
    clicks: [click({ browser: 'Firefox' }), click({ country: 'FR', atMs: nowMs - dayMs })],
    conversions: [aStoredConversion({ userId: id, linkId, atMs: nowMs - 2000 })],
  });
  const asked = 'range=30d&compare=previous';
  const whole = await report(asked);

  const some = await report(`${asked}&lists=browsers&lists=countries`);
  const { countries, browsers } = whole.lists;
  expect(some).toEqual({ ...whole, lists: { countries, browsers } });
  expect(countries.total).toBe(2);
});

test('[rows-reconcile] a row of any list can be filtered by, and leaves its own clicks and conversions', async () => {
  const { id, linkId, click, report } = await person();
  await store.store({
    clicks: [
      click({ browser: 'Firefox', variant: 2, entry: 'qr', rule: 3 }),
      click({ browser: '', os: '', country: '', city: '', referrer: '', device: 'unknown' }),
      click({ browser: 'Safari', city: 'Paris', country: 'FR', referrer: 'www.google.com' }),
    ],
    conversions: [aStoredConversion({ userId: id, linkId, atMs: nowMs - 2000 })],
  });
  const filters = {
    links: 'link',
    countries: 'country',
    cities: 'city',
    devices: 'device',
    browsers: 'browser',
    systems: 'os',
    referrers: 'referrer',
    channels: 'channel',
    entries: 'entry',
    rules: 'rule',
    utmSources: 'utm_source',
    utmMediums: 'utm_medium',
    utmCampaigns: 'utm_campaign',
    utmTerms: 'utm_term',
    utmContents: 'utm_content',
    variants: 'variant',
  };

  const { lists } = await report('');

  for (const [list, filter] of Object.entries(filters)) {
    const clicks = lists[list].rows.map((row: { clicks: number }) => row.clicks);
    expect(clicks.reduce((sum: number, count: number) => sum + count, 0)).toBe(3);
    expect(lists[list].total).toBe(3);
    for (const { value, clicks, conversions } of lists[list].rows) {
      const narrowed = await report(new URLSearchParams([[filter, value]]).toString());
      expect({ list, value, ...narrowed.totals }).toMatchObject({
        list,
        value,
        clicks,
        conversions,
      });
    }
  }
}, 60_000);

test('[refunds-with-sales] a refund by order id lowers every value of the click of its sale, also when it comes first', async () => {
  const { id, linkId, click, report } = await person();
  const clickId = Bun.randomUUIDv7('hex', nowMs - dayMs);
  const clicked = click({
    clickId,
    atMs: nowMs - dayMs,
    variant: 2,
    utmCampaign: 'autumn',
    rule: 3,
  });
  const own = { userId: id, linkId, orderId: 'A-17' };
  const taken = { valueCents: -2000, profitCents: -500 };
  const { country, city, device, referrer, variant } = clicked;
  const credit = { clickId, clickedAtMs: clicked.atMs, country, city, device, referrer, variant };
  const { match } = clickhouseRefunds(store.client);
  await store.store({
    clicks: [clicked],
    conversions: [
      aStoredConversion({ ...own, ...taken, key: 'r:o:A-17', atMs: nowMs - 3000 }),
      aStoredConversion({ ...own, ...taken, key: 'r:f:R-2', orderId: 'A-18', atMs: nowMs - 3000 }),
    ],
  });
  await match(0);
  const revenueOf = async (query: string) =>
    (await report(query)).totals.money.map(({ revenue }: { revenue: number }) => revenue);
  expect(await revenueOf('utm_campaign=autumn')).toEqual([]);
  expect(await revenueOf('utm_campaign=Not matched to a click')).toEqual([-4000]);

  const sale = aStoredConversion({ ...own, ...credit, key: 'o:A-17', atMs: nowMs - 4000 });
  await store.store({ conversions: [sale] });
  await match(0);

  const { lists } = await report('');
  for (const [list, filter] of Object.entries(filterOfDimension)) {
    if (list === 'links') continue;
    const { value } = lists[list].rows.find((row: { clicks: number }) => row.clicks === 1);
    const query = (of: string) => new URLSearchParams([[filter, of]]).toString();
    expect([list, await revenueOf(query(value))]).toEqual([list, [2999]]);
    // The other refund has no sale yet.
    expect([list, await revenueOf(query('Not matched to a click'))]).toEqual([list, [-2000]]);
  }
  expect(await revenueOf('')).toEqual([999]);
});

test('the values after the tenth of a long list become Other', async () => {
  const { click, report } = await person();
  const sites = Array.from({ length: 25 }, (_, i) => `site${String(i).padStart(2, '0')}.example`);
  const clicks = sites.map((referrer) => click({ referrer }));
  await store.store({ clicks: [...clicks, click({ referrer: 'site20.example' }), click()] });

  const { lists } = await report('');

  expect(lists.referrers).toMatchObject({ total: 27, count: 26 });
  expect(lists.referrers.rows).toHaveLength(11);
  expect(lists.referrers.rows.at(-1)).toMatchObject({ name: 'Other', value: '', clicks: 16 });
});

test('bots can be asked about instead of people', async () => {
  const { click, report } = await person();
  await store.store({ clicks: [click(), click({ class: 'bot' }), click({ class: 'prefetch' })] });

  expect(await report('')).toMatchObject({ totals: { clicks: 1 }, botClicks: 2 });
  expect(await report('class=bot')).toMatchObject({ totals: { clicks: 1 }, botClicks: 2 });
  expect(await report('class=bot&class=human')).toMatchObject({ totals: { clicks: 2 } });
});

test("[separate-accounts] somebody else's link in a filter and one that never was are the same answer", async () => {
  const { ask, linkId } = await person();
  const other = await person();
  await store.store({ clicks: [other.click()] });

  for (const foreign of [other.linkId, Bun.randomUUIDv7()]) {
    const answer = await ask(`/api/analytics/report?link=${linkId}&link=${foreign}`);
    expect(await answer.json()).toMatchObject({ status: 404, code: 'not_found' });
  }
});

test('a deleted link is out of the report at once, while its clicks are still stored', async () => {
  const { linkId, click, report } = await person();
  await store.store({ clicks: [click()] });

  await sql`DELETE FROM links WHERE id = ${linkId}`;

  expect(await report('')).toMatchObject({
    totals: { clicks: 0 },
    lists: { links: { total: 0, count: 0, rows: [] }, countries: { rows: [] } },
  });
});

test('unknown values are refused with every issue at its parameter', async () => {
  const { ask } = await person();

  const answer = await ask('/api/analytics/report?range=8d&device=phone&country=DE&lists=planets');

  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    code: 'invalid',
    message: 'Choose a range of today, yesterday, 7d, 30d, 90d, 12m, all',
    issues: [{ path: 'range' }, { path: 'lists' }, { path: 'device' }],
  });
});

test('the report needs a session', async () => {
  expect((await call(world.app, '/api/analytics/report')).status).toBe(401);
});

test('while ClickHouse is away the report answers 503 and when to come back', async () => {
  const client = await clientOfStopped();
  const away = numbersApp({ sql, client }, nowMs);
  const ask = signIn(away, owner({ id: await newUser(sql) }));

  const answer = await ask('/api/analytics/report');

  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await client.close();
});

test('[separate-accounts] [bound-values] no filter, however hostile, brings out what is not yours or breaks a statement', async () => {
  const mine = await person();
  const theirs = await person();
  const marker = 'marker-of-theirs.example';
  await store.store({ clicks: [theirs.click({ referrer: marker, city: marker })] });
  const hostile = fc.oneof(
    fc.constantFrom(
      ...["' OR 1=1 --", "') UNION ALL SELECT * FROM clicks --", '`', '{userId:UUID}', '\\', "\\'"],
      ...["file('/etc/passwd')", "x','y", 'a\tb\nc', "['a']", "Bonn'),('x,DE", 'x FORMAT Null'],
      ...["\\',DE", '(none)', 'Unknown', theirs.linkId],
    ),
    fc.string({ minLength: 1 }),
    fc.string({ unit: 'binary', minLength: 1 }),
  );
  const names = fc.constantFrom(...filterNames, 'range', 'from', 'to', 'tz', 'compare', 'userId');
  const free = fc.constantFrom('browser', 'os', 'referrer', 'utm_source', 'utm_term');
  const city = fc.tuple(
    fc.constant('city'),
    hostile.map((text) => `${text},DE`),
  );
  const parameter = fc.oneof(fc.tuple(names, hostile), fc.tuple(free, hostile), city);

  await fc.assert(
    fc.asyncProperty(fc.array(parameter, { minLength: 1, maxLength: 3 }), async (given) => {
      const answer = await mine.ask(`/api/analytics/report?${new URLSearchParams(given)}`);

      expect([200, 400, 404, 422]).toContain(answer.status);
      expect(await answer.text()).not.toContain(marker);
    }),
    { numRuns: caseCount({ check: 20, extended: 200 }) },
  );
}, 120_000);

test('[rows-reconcile] a report is narrowed to tags and folders', async () => {
  const { id, linkId, report, click } = await person();
  const other = Bun.randomUUIDv7();
  const tagIds = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  const folderId = Bun.randomUUIDv7();
  await sql`INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
    VALUES (${other}, ${id}, 'https://example.com/', ${other.slice(-9)}, now(), now())`;
  await sql`INSERT INTO tags (id, user_id, name, color, created_at)
    VALUES (${tagIds[0] ?? ''}, ${id}, 'Sale', 'red', now()), (${tagIds[1] ?? ''}, ${id}, 'Letter', 'red', now())`;
  await sql`INSERT INTO link_tags (link_id, tag_id)
    VALUES (${linkId}, ${tagIds[0] ?? ''}), (${linkId}, ${tagIds[1] ?? ''}), (${other}, ${tagIds[1] ?? ''})`;
  await sql`INSERT INTO folders (id, user_id, name, created_at)
    VALUES (${folderId}, ${id}, 'Shop', now())`;
  await sql`INSERT INTO link_folders (link_id, folder_id) VALUES (${other}, ${folderId})`;
  await store.store({
    clicks: [
      click(),
      click({ device: 'tablet' }),
      click({ linkId: other }),
      click({ class: 'bot' }),
    ],
    conversions: [
      aStoredConversion({ userId: id, linkId: other, atMs: nowMs - 2000 }),
      aStoredConversion({ userId: id, linkId, atMs: nowMs - 2000 }),
    ],
  });
  const totals = async (query: string) => {
    const found = await report(`range=today&${query}`);
    return [found.totals.clicks, found.totals.conversions, found.botClicks];
  };

  expect(await totals('tag=sale')).toEqual([2, 1, 1]);
  expect(await totals(`tag=${tagIds[1]}`)).toEqual([3, 2, 1]);
  expect(await totals('tag=Letter&folder=shop')).toEqual([1, 1, 0]);
  expect(await totals('tag=Letter&folder=(none)')).toEqual([2, 1, 1]);
  expect(await totals(`tag=letter&link=${other}`)).toEqual([1, 1, 0]);
  expect(await totals('tag=sale&device=tablet')).toEqual([1, 0, 0]);
  expect(await totals('tag=(none)')).toEqual([0, 0, 0]);
  expect(await totals('tag=unknown')).toEqual([0, 0, 0]);
});

test('[separate-accounts] labels of another account narrow to nothing', async () => {
  const [mine, other] = [await person(), await person()];
  const tagId = Bun.randomUUIDv7();
  await sql`INSERT INTO tags (id, user_id, name, color, created_at)
    VALUES (${tagId}, ${mine.id}, 'Mine', 'red', now())`;
  await sql`INSERT INTO link_tags (link_id, tag_id) VALUES (${mine.linkId}, ${tagId})`;
  await store.store({ clicks: [mine.click(), other.click()], conversions: [] });

  expect((await mine.report(`tag=${tagId}`)).totals.clicks).toBe(1);
  expect((await other.report(`tag=${tagId}`)).totals.clicks).toBe(0);
  expect((await other.report('tag=Mine')).totals.clicks).toBe(0);
});

test('labels of very many links are sent in parts', async () => {
  const { id, report, click } = await person();
  const tagId = Bun.randomUUIDv7();
  await sql`INSERT INTO tags (id, user_id, name, color, created_at)
    VALUES (${tagId}, ${id}, 'Many', 'red', now())`;
  const links = await sql<{ id: string }[]>`
    INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
    SELECT gen_random_uuid(), ${id}, 'https://example.com/',
      substr(md5(${id} || n::text), 1, 10), now(), now()
    FROM generate_series(1, 9000) AS n RETURNING id`;
  await sql`INSERT INTO link_tags (link_id, tag_id)
    SELECT id, ${tagId} FROM links WHERE user_id = ${id} AND id = ANY(${links.map((l) => l.id)}::uuid[])`;
  const tagged = links.slice(-50).map((link) => click({ linkId: link.id }));
  await store.store({ clicks: [...tagged, click()], conversions: [] });

  expect((await report('tag=many')).totals.clicks).toBe(50);
});
