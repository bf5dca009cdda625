import { afterAll, expect, test } from 'bun:test';
import { buildProjectionsLate } from '#adapters/clickhouse/events/late-projections';
import { testEventStore } from '#tests/support/builders/events';
import { aStoredClick } from '#tests/support/builders/stored-events';

const store = await testEventStore();
afterAll(() => store.drop());

const read = async <Row>(query: string): Promise<Row[]> =>
  (await store.client.query({ query, format: 'JSONCompactEachRow' })).json<Row>();
/** The projections of all parts, each with its rows. */
const projections = () =>
  read<[name: string, rows: string]>(`
    SELECT name, toString(sum(rows)) FROM system.projection_parts
    WHERE database = currentDatabase() AND table = 'clicks' AND active GROUP BY name ORDER BY name`);

test('projections are built at the first merge of parts, and count every click', async () => {
  await buildProjectionsLate(store.client);
  await buildProjectionsLate(store.client);
  const facts = { userId: Bun.randomUUIDv7(), linkId: Bun.randomUUIDv7(), atMs: Date.now() };
  await store.client.command({ query: 'SYSTEM STOP MERGES clicks' });
  for (const country of ['DE', 'DE', 'FR']) {
    await store.store({ clicks: [aStoredClick({ ...facts, country, city: '' })] });
  }
  expect(await projections()).toEqual([]);

  await store.client.command({ query: 'SYSTEM START MERGES clicks' });
  await store.client.command({ query: 'OPTIMIZE TABLE clicks FINAL' });

  expect((await projections()).map(([name]) => name)).toEqual([
    'agents',
    'campaigns',
    'entries',
    'link_day',
    'places',
    'quarters',
    'referrers',
    'rules',
  ]);
  const counted = await read(`
    SELECT country, city, toInt32(count()) FROM clicks
    WHERE user_id = '${facts.userId}' AND class = 'human' AND toDate(clicked_at) >= yesterday()
    GROUP BY country, city ORDER BY country SETTINGS force_optimize_projection_name = 'places'`);
  expect(counted).toEqual([
    ['DE', '', 2],
    ['FR', '', 1],
  ]);
});
