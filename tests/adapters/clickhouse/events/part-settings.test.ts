import { afterAll, expect, test } from 'bun:test';
import { buildLateProjections } from '#adapters/clickhouse/events/late-projections';
import { setPartSettings, settledAfterMs } from '#adapters/clickhouse/events/part-settings';
import { secondMs } from '#core/shared/time';
import { testEventStore } from '#tests/support/builders/events';
import { aStoredClick } from '#tests/support/builders/stored-events';
import { until } from '#tests/support/until';

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
  await setPartSettings(store.client);
  await setPartSettings(store.client);
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
    'link_day',
    'origins',
    'places',
    'quarters',
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

test('the table is altered when its settings differ, and not at every start', async () => {
  const { client } = store;
  const altered: string[] = [];
  const watched = Object.assign(Object.create(client), {
    command(given: Parameters<typeof client.command>[0]) {
      altered.push(given.query);
      return client.command(given);
    },
  });

  await client.command({ query: 'ALTER TABLE clicks MODIFY SETTING merge_selector_base = 7' });
  await setPartSettings(watched);
  await setPartSettings(watched);

  expect(altered).toEqual(['ALTER TABLE clicks MODIFY SETTING merge_selector_base = 10']);
});

test('parts of one size wait until a merge takes more of them than by default', async () => {
  await setPartSettings(store.client);
  await store.client.command({ query: 'TRUNCATE TABLE clicks' });
  const facts = { userId: Bun.randomUUIDv7(), linkId: Bun.randomUUIDv7(), atMs: Date.now() };
  const merges = async (): Promise<number[]> => {
    const found = await read<[parts: string]>(`
      SELECT toString(max_block_number - min_block_number + 1) FROM system.parts
      WHERE database = currentDatabase() AND table = 'clicks' AND level = 1`);
    return found.map(([parts]) => Number(parts));
  };
  for (let part = 0; part < 30; part += 1) await store.store({ clicks: [aStoredClick(facts)] });

  await until('parts are merged', async () => (await merges()).length > 0, 30);
  expect(Math.min(...(await merges()))).toBeGreaterThanOrEqual(8);
}, 60_000);

test('a month that has ended becomes a single part, also when its last clicks came alone', async () => {
  const { client } = store;
  await setPartSettings(client);
  await client.command({ query: 'TRUNCATE TABLE clicks' });
  await client.command({
    query: 'ALTER TABLE clicks MODIFY SETTING min_age_to_force_merge_seconds = 1',
  });
  // Addresses of that time would have expired, which rewrites parts too.
  await client.command({ query: 'SYSTEM STOP TTL MERGES clicks' });
  const ended = { userId: Bun.randomUUIDv7(), linkId: Bun.randomUUIDv7() };
  const atMs = Date.UTC(2026, 1, 15);
  const parts = () =>
    read<Part>(`
      SELECT partition_id, toString(rows), toString(length(projections)) FROM system.parts
      WHERE database = currentDatabase() AND table = 'clicks' AND active
      ORDER BY partition_id, min_block_number`);
  const storeOne = (at = atMs) => store.store({ clicks: [aStoredClick({ ...ended, atMs: at })] });

  await storeOne();
  await storeOne();
  await until('both are one', async () => (await parts()).length === 1, 30);
  await storeOne();
  await storeOne(Date.now());
  await Bun.sleep(3000);
  const month = new Date().toISOString().slice(0, 7).replace('-', '');
  const thisMonth: Part = [month, '1', '0'];
  expect(await parts()).toEqual([['202602', '2', '6'], ['202602', '1', '0'], thisMonth]);

  await buildLateProjections(client, Date.now());
  expect(await parts()).toContainEqual(['202602', '1', '0']);

  await client.command({ query: 'SYSTEM STOP MERGES clicks' });
  await client.command({ query: 'ALTER TABLE clicks DELETE WHERE 0 SETTINGS mutations_sync = 0' });
  await buildLateProjections(client, Date.now() + settledAfterMs + secondMs);
  expect(await read(builtMonths)).toEqual([]);
  await client.command({ query: 'SYSTEM START MERGES clicks' });
  await until('the change is over', async () => (await read(unfinished)).length === 0, 30);

  await buildLateProjections(client, Date.now() + settledAfterMs + secondMs);

  await until('the month is one part', async () => (await parts()).length === 2, 30);
  expect(await parts()).toEqual([['202602', '3', '6'], thisMonth]);
  expect(await read(builtMonths)).toEqual([['202602']]);
}, 90_000);

type Part = [partition: string, rows: string, projections: string];

const unfinished = `
  SELECT mutation_id FROM system.mutations
  WHERE database = currentDatabase() AND table = 'clicks' AND NOT is_done`;

const builtMonths = `
  SELECT DISTINCT extract(command, 'PARTITION ID .([0-9]+)') FROM system.mutations
  WHERE database = currentDatabase() AND table = 'clicks' AND command LIKE '%PARTITION ID%'`;

test('months are merged six hours after they ended, and addresses expire once a day', async () => {
  await store.client.command({
    query: 'ALTER TABLE clicks MODIFY SETTING min_age_to_force_merge_seconds = 1',
  });
  await setPartSettings(store.client);

  const tables = await read<[name: string, definition: string]>(`
    SELECT name, engine_full FROM system.tables
    WHERE database = currentDatabase() AND name IN ('clicks', 'conversions')`);
  const { clicks, conversions } = Object.fromEntries(tables);
  expect(clicks).toContain('min_age_to_force_merge_seconds = 21600');
  expect(clicks).toContain('min_age_to_force_merge_on_partition_only = 1');
  expect(clicks).toContain('merge_with_ttl_timeout = 86400');
  expect(conversions).toContain('merge_with_ttl_timeout = 86400');
});
