import { afterAll, expect, test } from 'bun:test';
import { Readable } from 'node:stream';
import { dayMs } from '#core/shared/time';
import type { StoredClick } from '#tests/support/builders/events';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { newUser } from '#tests/support/builders/people';
import { testStores } from '#tests/support/databases/stores';
import { readCsv } from '#tests/support/readers/csv';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { numbersApp } from '#tests/support/worlds/analytics/numbers-app';

const { store, sql, drop } = await testStores();
afterAll(drop);

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const world = numbersApp({ sql, client: store.client }, nowMs);
const formula = '=HYPERLINK("https://evil.example")';

/** A person with clicks, sales in two currencies and a link with a formula as its title. */
async function person() {
  const id = await newUser(sql);
  const linkId = Bun.randomUUIDv7();
  await sql`INSERT INTO links (id, user_id, original_url, short_code, title, created_at, updated_at)
    VALUES (${linkId}, ${id}, 'https://example.com/', ${`c${linkId.slice(-8)}`}, ${formula}, now(),
      now())`;
  const ask = signIn(world, owner({ id }));
  const click = (more: Partial<StoredClick> = {}) =>
    aStoredClick({ userId: id, linkId, atMs: nowMs - 1000, ...more });
  await store.store({
    clicks: [
      click(),
      click({ referrer: 'o\'clock\t\\ "x".example', visitorId: 6 }),
      click({ atMs: nowMs - 8 * dayMs }),
    ],
    conversions: ['USD', 'EUR'].map((currency) =>
      aStoredConversion({ userId: id, linkId, atMs: nowMs - dayMs, currency }),
    ),
  });
  const file = (query: string) => ask(`/api/analytics/export?${query}`);
  return { ask, file, click };
}

test('the series is exported with its comparison and every currency, as CSV and as JSON', async () => {
  const { file } = await person();

  const asCsv = await file('format=csv&what=series&compare=previous');
  const asJson = await file('format=json&what=series&compare=previous');

  expect(asCsv.headers.get('content-disposition')).toBe(
    'attachment; filename="analytics-series-2026-11-15-2026-11-21.csv"',
  );
  const [header, ...rows] = readCsv(await asCsv.text());
  expect(header).toEqual([
    ...['Date', 'Clicks', 'Unique Visitors Once a Day (UTC)', 'Conversions'],
    ...['Revenue EUR', 'Profit EUR', 'Revenue USD', 'Profit USD', 'Compared Date'],
    ...['Compared Clicks', 'Compared Unique Visitors Once a Day (UTC)', 'Compared Conversions'],
    ...['Compared Revenue EUR', 'Compared Profit EUR', 'Compared Revenue USD'],
    'Compared Profit USD',
  ]);
  expect(rows).toHaveLength(7);
  expect(rows[5]?.slice(0, 10)).toEqual([
    ...['2026-11-20', '0', '0', '2', '49.99', '10.00', '49.99', '10.00', '2026-11-13', '1'],
  ]);
  const objects = await asJson.json();
  expect(objects).toHaveLength(7);
  expect(objects[5]).toMatchObject({
    at: '2026-11-20',
    clicks: 0,
    conversions: 2,
    revenueEurCents: 4999,
    profitUsdCents: 1000,
    comparedAt: '2026-11-13',
    comparedClicks: 1,
  });
});

test('a list is exported whole, and a spreadsheet runs nothing in it', async () => {
  const { file } = await person();

  const [header, ...rows] = readCsv(await (await file('format=csv&what=links')).text());
  const referrers = await (await file('format=json&what=referrers')).json();

  expect(header).toEqual(['Name', 'Short URL', 'Clicks', 'Percentage', 'Conversions']);
  expect(rows[0]?.[0]).toBe(`'${formula}`);
  expect(rows[0]?.slice(2)).toEqual(['2', '100', '2']);
  expect(referrers).toEqual([
    { name: 'news.example', clicks: 1, percentage: 50, conversions: 0 },
    { name: 'o\'clock\t\\ "x".example', clicks: 1, percentage: 50, conversions: 0 },
    { name: 'Not matched to a click', clicks: 0, percentage: 0, conversions: 2 },
  ]);
});

const columns = {
  referrers: 'name String, clicks Int64, percentage Float64, conversions Int64',
  links: 'name String, detail String, clicks Int64, percentage Float64, conversions Int64',
  series: `at String, clicks Int64, uniqueVisitors Int64, conversions Int64,
    revenueEurCents Int64, profitEurCents Int64, revenueUsdCents Int64, profitUsdCents Int64`,
};

test.each(['referrers', 'series', 'links'] as const)(
  'the Parquet file of %s has the rows of the JSON file',
  async (what) => {
    const { file } = await person();
    await store.client.command({
      query: `CREATE TABLE kept_${what} (${columns[what]}) ENGINE = Memory`,
    });

    const answer = await file(`format=parquet&what=${what}`);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    await store.client.insert({
      table: `kept_${what}`,
      format: 'Parquet',
      values: Readable.from([Buffer.from(await answer.arrayBuffer())], { objectMode: false }),
    });
    const kept = await store.client.query({
      query: `SELECT * FROM kept_${what}`,
      format: 'JSONEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    expect(await kept.json<object>()).toEqual(
      await (await file(`format=json&what=${what}`)).json(),
    );
  },
);

test('thousands of values fit into a file of every format', async () => {
  const { ask, click } = await person();
  await store.store({
    clicks: Array.from({ length: 11_000 }, (_, i) => click({ referrer: `${i}.example` })),
  });

  for (const [format, bytes] of [
    ['csv', 11_000 * 10],
    ['json', 11_000 * 10],
    ['parquet', 11_000],
  ]) {
    const answer = await ask(`/api/analytics/export?what=referrers&format=${format}`);
    expect([format, answer.status]).toEqual([format, 200]);
    expect((await answer.text()).length).toBeGreaterThan(Number(bytes));
  }
}, 60_000);

test.each([
  ['what=series', 'format'],
  ['format=xlsx&what=series', 'format'],
  ['format=csv', 'what'],
  ['format=csv&what=everything', 'what'],
  ['format=csv&what=series&country=x', 'country'],
])('the export %s is refused at %s', async (query, path) => {
  const { file } = await person();

  const answer = await file(query);

  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ issues: [{ path }] });
});
