import { afterAll, expect, test } from 'bun:test';
import { postgresCosts } from '#adapters/postgres/analytics/costs';
import { dayMs } from '#core/shared/time';
import { newUser } from '#tests/support/builders/people';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { testStores } from '#tests/support/databases/stores';
import { numbersApp } from '#tests/support/worlds/analytics/numbers-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, drop } = await testStores();
afterAll(drop);

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const world = numbersApp({ sql, client: store.client }, nowMs);

/** A person with two links, whose clicks are so many days old. */
async function person(daysOld: readonly [readonly number[], readonly number[]]) {
  const id = await newUser(sql);
  const linkIds = daysOld.map(() => Bun.randomUUIDv7());
  for (const linkId of linkIds) {
    // oxlint-disable-next-line no-await-in-loop
    await sql`INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
      VALUES (${linkId}, ${id}, 'https://example.com/', ${linkId.slice(-10)}, now(), now())`;
  }
  const [first = '', second = ''] = linkIds;
  const clicks = daysOld.flatMap((days, index) =>
    days.map((day) =>
      aStoredClick({
        userId: id,
        linkId: linkIds[index] ?? '',
        atMs: nowMs - day * dayMs,
        visitorId: day + 1,
      }),
    ),
  );
  await store.store({ clicks, conversions: [] });
  const call = signIn(world, owner({ id }));
  const read = async (path: string) => (await call(path)).json();
  const ask = async (json: object) => (await call('/api/v1/analytics/query', { json })).json();
  return { id, first, second, read, ask };
}

const sum = (rows: readonly { readonly clicks: number }[]) =>
  rows.reduce((total, { clicks }) => total + clicks, 0);

test('[numbers-add-up] all time is the same range with the same clicks for the dashboard, the report and the query', async () => {
  const { read, ask } = await person([[900, 400, 1], [0]]);

  const dashboard = await read('/api/analytics?timeRange=all');
  const report = await read('/api/analytics/report?range=all');
  const query = await ask({ metrics: ['clicks'], dimensions: ['time'], dateRange: 'all' });

  const from = '2024-06-04';
  expect([dashboard.unit, report.range.unit, query.meta.unit]).toEqual(['month', 'month', 'month']);
  expect([dashboard.usual, report.usual]).toEqual([null, null]);
  expect([dashboard.clicksOverTime[0].date, report.range.from, query.meta.from]).toEqual([
    from,
    from,
    from,
  ]);
  expect([sum(dashboard.clicksOverTime), report.totals.clicks, query.totals.clicks]).toEqual([
    4, 4, 4,
  ]);
  expect(dashboard.clicksOverTime).toHaveLength(30);
  expect(report.totals.uniqueVisitors).toBe(4);
  const byMonth = dashboard.clicksOverTime.map(({ clicks }: { clicks: number }) => clicks);
  expect(report.series.map(({ clicks }: { clicks: number }) => clicks)).toEqual(byMonth);
  expect(query.rows.map(({ metrics }: { metrics: { clicks: number } }) => metrics.clicks)).toEqual(
    byMonth,
  );
});

test('all time of a link begins with that link, and of an account also with a conversion or a cost', async () => {
  const { id, first, second, read } = await person([[400], [10]]);

  const ofSecond = await read(`/api/analytics/report?range=all&link=${second}`);
  const without = await read(`/api/analytics/report?range=all&link=${first}&not=link`);
  const onDashboard = await read(`/api/analytics?timeRange=all&linkId=${second}`);
  expect(ofSecond.range).toMatchObject({ from: '2026-11-11', unit: 'day' });
  expect(onDashboard).toMatchObject({ unit: 'day', clicksOverTime: { length: 11 } });
  expect(without.range.from).toBe('2025-10-17');

  await store.store({
    clicks: [],
    conversions: [aStoredConversion({ userId: id, linkId: second, atMs: nowMs - 12 * dayMs })],
  });
  const withSale = await read(`/api/analytics/report?range=all&link=${second}`);
  expect(withSale.range.from).toBe('2026-11-09');
  expect(withSale.totals.conversions).toBe(1);

  const costs = postgresCosts({
    sql,
    newId: () => Bun.randomUUIDv7(),
    clock: { now: () => nowMs },
  });
  await costs.add(id, {
    ...{ kind: 'total', amount: 500, currency: 'USD', linkId: second, campaign: null },
    ...{ firstDay: '2026-11-01', lastDay: '2026-11-01', note: '' },
  });
  const withCost = await read(`/api/analytics/report?range=all&link=${second}`);
  expect(withCost.range.from).toBe('2026-11-01');
  expect(withCost.costs.cost).toBe(500);
});

test('all time of an account without data is today, and is not compared', async () => {
  const { read, ask } = await person([[], []]);

  const dashboard = await read('/api/analytics?timeRange=all');
  const query = await ask({ metrics: ['clicks', 'cost'], dimensions: ['time'], dateRange: 'all' });
  const compared = await ask({ metrics: ['clicks'], dateRange: 'all', compare: 'year' });

  expect(dashboard.clicksOverTime).toEqual([{ date: '2026-11-21', clicks: 0 }]);
  expect(query.meta).toMatchObject({ from: '2026-11-21', to: '2026-11-21', unit: 'day' });
  expect(compared.detail).toContain('before all time');
});
