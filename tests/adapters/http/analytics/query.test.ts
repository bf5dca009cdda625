import { afterAll, expect, test } from 'bun:test';
import { dayMs } from '#core/shared/time';
import type { StoredClick } from '#tests/support/builders/events';
import { newUser } from '#tests/support/builders/people';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { testStores } from '#tests/support/databases/stores';
import { readCsv } from '#tests/support/readers/csv';
import { readParquet } from '#tests/support/readers/parquet';
import { numbersApp } from '#tests/support/worlds/analytics/numbers-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, drop } = await testStores();
afterAll(drop);

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const world = numbersApp({ sql, client: store.client }, nowMs);
const path = '/api/v1/analytics/query';
const unmatched = 'Not matched to a click';

/** A person with a link, and functions that ask. */
async function person(title: string | null = null) {
  const id = await newUser(sql);
  const link = async (name = title) => {
    const linkId = Bun.randomUUIDv7();
    await sql`INSERT INTO links (id, user_id, original_url, short_code, title, created_at, updated_at)
      VALUES (${linkId}, ${id}, 'https://example.com/', ${`c${linkId.slice(-8)}`}, ${name}, now(), now())`;
    return linkId;
  };
  const linkId = await link();
  const call = signIn(world, owner({ id }));
  const ask = async (json: object) => {
    const answer = await call(path, { json });
    return { status: answer.status, body: await answer.json() };
  };
  const rows = async (json: object) => (await ask(json)).body.rows;
  const file = (json: object, accept = 'text/csv') => call(path, { json, headers: { accept } });
  const click = (more: Partial<StoredClick> = {}) =>
    aStoredClick({ userId: id, linkId, atMs: nowMs - 1000, ...more });
  return { id, linkId, link, call, ask, rows, file, click };
}

test('one question answers with every field, and with nothing else', async () => {
  const { id, linkId, ask, click } = await person('Spring');
  await store.store({
    clicks: [
      click(),
      click({ visitorId: 6 }),
      click({ atMs: nowMs - 8 * dayMs }),
      click({ class: 'bot' }),
    ],
    conversions: [aStoredConversion({ userId: id, linkId, atMs: nowMs - 1000, currency: 'EUR' })],
  });

  const { status, body } = await ask({
    metrics: ['clicks', 'uniqueVisitors', 'conversions', 'conversionRate', 'revenue', 'percentage'],
    dimensions: ['link'],
    timeZone: 'Europe/Berlin',
    compare: 'previous',
    currency: 'EUR',
  });

  const short = `https://go.example/c${linkId.slice(-8)}`;
  const metrics = {
    clicks: 2,
    uniqueVisitors: 2,
    conversions: 1,
    conversionRate: 50,
    revenue: 4999,
  };
  const compared = { clicks: 1, uniqueVisitors: 1, conversions: 0, conversionRate: 0, revenue: 0 };
  expect(status).toBe(200);
  expect(body).toEqual({
    rows: [
      {
        dimensions: { link: linkId },
        metrics: { ...metrics, percentage: 100 },
        compared: { ...compared, percentage: null },
      },
    ],
    totals: { ...metrics, percentage: 100 },
    comparedTotals: { ...compared, percentage: null },
    count: 1,
    nextCursor: null,
    links: { [linkId]: { title: 'Spring', shortUrl: short, trackConversions: false } },
    meta: {
      from: '2026-11-15',
      to: '2026-11-21',
      timeZone: 'Europe/Berlin',
      unit: null,
      unfinishedFrom: null,
      compared: { from: '2026-11-08', to: '2026-11-14' },
      uniques: 'once a day (UTC)',
      warnings: [],
    },
    query: {
      metrics: [
        'clicks',
        'uniqueVisitors',
        'conversions',
        'conversionRate',
        'revenue',
        'percentage',
      ],
      dimensions: ['link'],
      filters: [['is', 'class', ['human']]],
      dateRange: ['2026-11-15', '2026-11-21'],
      timeZone: 'Europe/Berlin',
      compare: 'previous',
      currency: 'EUR',
      orderBy: [['clicks', 'desc']],
      limit: 100,
      search: '',
    },
  });
});

test('units without events are rows of zeros, and the first one that is not over is named', async () => {
  const { ask, click } = await person();
  await store.store({ clicks: [click(), click({ atMs: nowMs - 2 * dayMs })] });

  const byDay = await ask({
    metrics: ['clicks'],
    dimensions: ['time'],
    dateRange: ['2026-11-18', '2026-11-21'],
  });
  const byHour = await ask({
    metrics: ['clicks'],
    dimensions: ['time'],
    dateRange: 'today',
    timeZone: 'Asia/Kolkata',
  });

  expect(byDay.body.rows).toEqual([
    { dimensions: { time: '2026-11-18' }, metrics: { clicks: 0 }, compared: null },
    { dimensions: { time: '2026-11-19' }, metrics: { clicks: 1 }, compared: null },
    { dimensions: { time: '2026-11-20' }, metrics: { clicks: 0 }, compared: null },
    { dimensions: { time: '2026-11-21' }, metrics: { clicks: 1 }, compared: null },
  ]);
  expect(byDay.body.meta).toMatchObject({ unit: 'day', unfinishedFrom: '2026-11-21' });
  expect(byHour.body.rows).toHaveLength(24);
  expect(byHour.body.rows[15]).toMatchObject({
    dimensions: { time: '2026-11-21T15:00+05:30' },
    metrics: { clicks: 1 },
  });
  expect(byHour.body.meta).toMatchObject({
    unit: 'hour',
    unfinishedFrom: '2026-11-21T15:00+05:30',
  });
});

test('[numbers-add-up] pages have every row once, in one order, with percentages that add up to 100.0', async () => {
  const { rows, ask, click } = await person();
  const hosts = Array.from({ length: 23 }, (_, index) => `host${index}.example`);
  await store.store({
    clicks: hosts.flatMap((referrer, index) =>
      Array.from({ length: 1 + (index % 4) }, () => click({ referrer })),
    ),
  });
  const question = {
    metrics: ['clicks', 'percentage', 'conversionRate'],
    dimensions: ['referrer'],
    orderBy: [
      ['conversionRate', 'asc'],
      ['clicks', 'desc'],
      ['referrer', 'desc'],
    ],
  };

  const whole = await rows({ ...question, limit: 1000 });
  const paged: unknown[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await ask({ ...question, limit: 5, ...(cursor !== null && { cursor }) });
    expect(body.count).toBe(23);
    paged.push(...body.rows);
    cursor = body.nextCursor;
  } while (cursor !== null);

  expect(paged).toEqual(whole);
  expect(whole).toHaveLength(23);
  expect(whole[0].dimensions.referrer).toBe('host7.example');
  const sum = whole.reduce(
    (tenths: number, row: { metrics: { percentage: number } }) =>
      tenths + Math.round(row.metrics.percentage * 10),
    0,
  );
  expect(sum).toBe(1000);
});

test('a cursor of another question, and one that was changed, are refused', async () => {
  const { ask, click } = await person();
  await store.store({ clicks: [click(), click({ country: 'FR' })] });
  const question = { metrics: ['clicks'], dimensions: ['country'], limit: 1 };
  const { body } = await ask(question);
  const place = JSON.parse(Buffer.from(body.nextCursor, 'base64url').toString());
  const changed = (more: object) =>
    Buffer.from(JSON.stringify({ ...place, ...more })).toString('base64url');

  expect(await ask({ ...question, cursor: body.nextCursor, dimensions: ['device'] })).toMatchObject(
    {
      status: 422,
      body: { code: 'cursor_mismatch' },
    },
  );
  for (const more of [
    { sorted: ['a lot'] },
    { sorted: [] },
    { sorted: [1, 2] },
    { keys: ['one'] },
  ]) {
    const answer = await ask({ ...question, cursor: changed(more) });
    expect(answer).toMatchObject({ status: 422, body: { code: 'cursor_mismatch' } });
  }
  for (const cursor of ['?', changed({ keys: [1] }), changed({ unit: 'one' })]) {
    expect((await ask({ ...question, cursor })).body.issues).toMatchObject([{ path: 'cursor' }]);
  }
});

test('a search finds names without case, countries by their English names and links by their titles', async () => {
  const { linkId, link, rows, click, ask } = await person('Spring sale');
  const other = await link('Autumn');
  await store.store({
    clicks: [click(), click({ country: 'FR', referrer: 'Shop.example' }), click({ linkId: other })],
  });
  const found = async (dimension: string, search: string) =>
    (await rows({ metrics: ['clicks'], dimensions: [dimension], search })).map(
      (row: { dimensions: object }) => Object.values(row.dimensions)[0],
    );

  expect(await found('country', 'germ')).toEqual(['DE']);
  expect(await found('referrer', 'SHOP')).toEqual(['Shop.example']);
  const code = `c${linkId.slice(-8)}`;
  for (const search of ['spring', code, 'EXAMPLE.com']) {
    expect(await found('link', search)).toContain(linkId);
  }
  expect(await found('link', 'winter')).toEqual([]);
  expect(await found('referrer', '%')).toEqual([]);
  const { body } = await ask({
    metrics: ['clicks', 'percentage'],
    dimensions: ['country'],
    search: 'fra',
  });
  // A share stays one of the whole list.
  expect([body.rows[0].metrics.percentage, body.totals.clicks, body.count]).toEqual([33.3, 3, 1]);
});

test('conversions without a click, clicks outside of a test, and links without a label are rows', async () => {
  const { id, linkId, link, rows, click, ask } = await person();
  const other = await link();
  const [tag] = await sql`INSERT INTO tags (id, user_id, name, color, created_at)
    VALUES (${Bun.randomUUIDv7()}, ${id}, 'Summer', 'red', now()) RETURNING id`;
  await sql`INSERT INTO link_tags (link_id, tag_id) VALUES (${linkId}, ${tag?.['id']})`;
  await store.store({
    clicks: [click({ variant: 2 }), click(), click({ linkId: other })],
    conversions: [aStoredConversion({ userId: id, linkId, atMs: nowMs - 1000 })],
  });
  const metrics = ['clicks', 'conversions'];
  const numbers = async (dimension: string) =>
    (await rows({ metrics, dimensions: [dimension] })).map(
      (row: { dimensions: Record<string, string>; metrics: Record<string, number> }) => [
        row.dimensions[dimension],
        row.metrics['clicks'],
        row.metrics['conversions'],
      ],
    );

  expect(await numbers('variant')).toEqual([
    ['Not assigned', 2, 0],
    ['B', 1, 0],
    [unmatched, 0, 1],
  ]);
  expect(await numbers('tag')).toEqual([
    ['Summer', 2, 1],
    ['(none)', 1, 0],
  ]);
  const narrowed = await ask({ metrics, filters: [['isNot', 'tag', ['summer']]] });
  expect(narrowed.body.totals).toEqual({ clicks: 1, conversions: 0 });
});

test('several questions are answered in their order, and one with a mistake names its place', async () => {
  const { ask, click, linkId } = await person();
  await store.store({ clicks: [click(), click({ country: 'FR' })] });

  const { body } = await ask({
    queries: [
      { metrics: ['clicks'] },
      { metrics: ['uniqueVisitors'], dimensions: ['country'] },
      {
        metrics: ['clicks'],
        filters: [
          ['is', 'link', [linkId]],
          ['contains', 'browser', ['fire']],
        ],
      },
    ],
  });

  expect(body.answers.map(({ totals }: { totals: object }) => totals)).toEqual([
    { clicks: 2 },
    { uniqueVisitors: 1 },
    { clicks: 2 },
  ]);
  expect(body.answers[0].rows).toEqual([
    { dimensions: {}, metrics: { clicks: 2 }, compared: null },
  ]);
  const wrong = await ask({
    queries: [{ metrics: ['clicks'] }, { metrics: ['clicks'], dimensions: ['trust'] }],
  });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'invalid' } });
  expect(wrong.body.issues).toEqual([
    {
      path: 'queries.1.metrics.0',
      message:
        'Only conversions have the dimension trust. With it, ask for conversions, revenue, profit and refunds',
    },
  ]);
  expect((await ask({ queries: [], metrics: ['clicks'] })).status).toBe(422);
  expect((await ask({ queries: [{ metrics: ['clicks'] }], metrics: ['clicks'] })).status).toBe(422);
});

test('questions by hour are refused when they have too many hours together, not when each has', async () => {
  const { ask } = await person();
  const byHour = (from: string) => ({
    metrics: ['clicks'],
    dimensions: ['time:hour'],
    dateRange: [from, '2026-11-21'],
    limit: 1,
  });
  const half = byHour('2026-05-23');

  const fitting = await ask({ queries: [half, half, { metrics: ['clicks'], dateRange: '12m' }] });
  const refused = await ask({ queries: [half, byHour('2026-05-22')] });

  expect([fitting.status, refused.status]).toEqual([200, 422]);
  expect(refused.body.issues).toEqual([
    { path: 'queries', message: 'By hour, choose at most 366 days in all questions together' },
  ]);
});

test('an answer as a file has all rows, with words for people in CSV and names for programs in Parquet', async () => {
  const { id, linkId, file, click } = await person('=1+1');
  await store.store({
    clicks: [click(), click({ country: 'FR' })],
    conversions: [aStoredConversion({ userId: id, linkId, atMs: nowMs - 1000 })],
  });
  const question = {
    metrics: ['clicks', 'uniqueVisitors', 'revenue', 'conversionRate', 'earningsPerClick'],
    dimensions: ['link', 'time:day'],
    dateRange: ['2026-11-20', '2026-11-21'],
    compare: 'year',
  };

  const asCsv = await file(question);
  const asParquet = await file(question, 'application/vnd.apache.parquet');

  expect(asCsv.headers.get('content-disposition')).toBe(
    'attachment; filename="analytics-2026-11-20-2026-11-21.csv"',
  );
  const short = `https://go.example/c${linkId.slice(-8)}`;
  expect(readCsv(await asCsv.text())).toEqual([
    [
      ...['Link ID', 'Name', 'Short URL', 'Date', 'Clicks', 'Unique Visitors Once a Day (UTC)'],
      ...['Revenue USD', 'Conversion Rate', 'Earnings Per Click USD', 'Compared Clicks'],
      ...['Compared Unique Visitors Once a Day (UTC)', 'Compared Revenue USD'],
      ...['Compared Conversion Rate', 'Compared Earnings Per Click USD'],
    ],
    [
      ...[
        linkId,
        "'=1+1",
        short,
        '2026-11-21',
        '2',
        '1',
        '49.99',
        '50',
        '24.995',
        '0',
        '0',
        '0.00',
      ],
      ...['', ''],
    ],
  ]);
  expect(await readParquet(store.client, asParquet)).toMatchObject([
    {
      ...{ link: linkId, linkName: '=1+1', shortUrl: short, time: '2026-11-21' },
      ...{ clicks: 2, revenue: 4999, earningsPerClick: 2499.5 },
      ...{ comparedRevenue: 0, comparedConversionRate: null },
    },
  ]);
  expect((await file({ ...question, limit: 10 })).status).toBe(422);
  expect((await file({ queries: [question] })).status).toBe(422);
});
