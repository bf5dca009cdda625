import { afterAll, expect, test } from 'bun:test';
import { seededRandom } from '#tests/demo/random';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { newUser } from '#tests/support/builders/people';
import { testStores } from '#tests/support/databases/stores';
import { readJsonLines } from '#tests/support/readers/json-lines';
import { splitTenths } from '#tests/support/readers/split-tenths';
import { numbersApp } from '#tests/support/worlds/analytics/numbers-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, drop } = await testStores();
afterAll(drop);

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const stores = { sql, client: store.client };

/** The lists of the report, and what the dashboard and the query call them and their names. */
const lists = [
  ['referrers', 'topReferrers', 'domain', 'referrer'],
  ['devices', 'deviceStats', 'device', 'device'],
  ['countries', 'geoStats', 'country', 'country'],
  ['browsers', 'browserStats', 'browser', 'browser'],
  ['cities', 'cityStats', 'city', 'city'],
] as const;

type Property = (typeof lists)[number][3];
type Exported = { readonly [Name in Property]?: string } & Pick<Row, 'clicks' | 'percentage'>;
type Row = { name: string; detail?: string; value: string; clicks: number; percentage: number };

/** A person whose clicks have many values, some of them often and most of them seldom. */
async function person() {
  const id = await newUser(sql);
  const linkId = Bun.randomUUIDv7();
  await sql`INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
    VALUES (${linkId}, ${id}, 'https://example.com/', ${linkId.slice(-9)}, now(), now())`;
  const random = seededRandom(7);
  const some = (name: string, most: number) => `${name}${Math.floor(random() ** 3 * most)}`;
  await store.store({
    clicks: Array.from({ length: 467 }, () =>
      aStoredClick({
        userId: id,
        linkId,
        atMs: nowMs - 1000,
        referrer: some('site', 90),
        device: random() < 1 / 3 ? 'mobile' : random() < 1 / 2 ? 'desktop' : 'tablet',
        country: ['DE', 'FR', 'US', 'BR', 'IN', 'JP', 'ES'][Math.floor(random() * 7)] ?? '',
        city: some('City ', 30),
        browser: some('Browser ', 14),
      }),
    ),
    conversions: [aStoredConversion({ userId: id, linkId, atMs: nowMs - 500 })],
  });
  const ask = signIn(numbersApp(stores, nowMs), owner({ id }));
  return {
    report: async (query: string) => (await ask(`/api/analytics/report?${query}`)).json(),
    list: async (more: object) => {
      const json = { metrics: ['clicks', 'percentage'], ...more };
      return (await ask('/api/v1/analytics/query', { json })).json();
    },
    file: async (dimension: Property): Promise<Row[]> => {
      const json = { metrics: ['clicks', 'percentage', 'conversions'], dimensions: [dimension] };
      const headers = { accept: 'application/jsonl' };
      const answer = await ask('/api/v1/analytics/query', { json, headers });
      const rows = readJsonLines<Exported>(await answer.text());
      return rows.map((row) => {
        const [name = '', detail = ''] = row[dimension]?.split(',') ?? [];
        return {
          name,
          detail,
          value: '',
          clicks: row.clicks,
          percentage: row.percentage,
        };
      });
    },
    dashboard: async () => (await ask('/api/analytics?timeRange=7d')).json(),
  };
}

const tenthsOf = (rows: readonly { percentage: number }[]) =>
  rows.map(({ percentage }) => Math.round(percentage * 10));
const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0);
const keyOf = ({ name, detail = '' }: Pick<Row, 'name' | 'detail'>) => `${name}|${detail}`;

test('[rows-reconcile] the percentages of a whole list add up to 100.0, and a row says the same wherever it stands', async () => {
  const { report, list, file, dashboard } = await person();
  const [plain, compared] = [await report(''), await report('compare=previous')];
  const onDashboard = await dashboard();

  for (const [dimension, part, name, property] of lists) {
    const whole = await file(property);
    const shares = new Map(whole.map((row) => [keyOf(row), row.percentage]));
    const order = whole.toSorted(
      (left, right) => right.clicks - left.clicks || (keyOf(left) < keyOf(right) ? -1 : 1),
    );
    const isSame = (row: Pick<Row, 'name' | 'detail' | 'percentage'>) =>
      expect([dimension, keyOf(row), row.percentage]).toEqual([
        dimension,
        keyOf(row),
        shares.get(keyOf(row)) ?? NaN,
      ]);

    expect(sum(tenthsOf(whole))).toBe(1000);
    expect(tenthsOf(order)).toEqual([...splitTenths(order.map(({ clicks }) => clicks))]);
    for (const { lists: shown } of [plain, compared]) {
      const { rows } = shown[dimension];
      expect(sum(tenthsOf(rows))).toBe(1000);
      rows.filter(({ value }: Row) => value !== '').forEach(isSame);
    }
    const asked = { dimensions: [property], limit: 4 };
    const first = await list(asked);
    const second = first.nextCursor
      ? await list({ ...asked, cursor: first.nextCursor })
      : { rows: [] };
    const found = await list({ dimensions: [property], search: '1' });
    for (const { dimensions, metrics } of [...first.rows, ...second.rows, ...found.rows]) {
      const [text = '', detail = ''] = String(dimensions[property]).split(',');
      isSame({ name: text, detail, percentage: metrics.percentage });
    }

    expect(sum(tenthsOf(onDashboard[part]))).toBe(1000);
    for (const row of onDashboard[part]) {
      const detail = dimension === 'cities' ? row.country : '';
      if (row[name] !== 'Other') isSame({ ...row, name: row[name], detail });
    }
  }
});
