import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printedSchema } from '#adapters/clickhouse/cluster/print';
import { clusterQuery, clusterStatements } from '#adapters/clickhouse/cluster/statements';
import { splitStatements } from '#adapters/clickhouse/statements';
import { readConfig } from '#config';
import { clusterOf, onCluster } from '#core/shared/cluster-url';
import { testClickHouse } from '#tests/support/databases/clickhouse';

const folder = join(import.meta.dir, '../../../../clickhouse');
const golden = readFileSync(join(import.meta.dir, 'golden.sql'), 'utf8');
const cluster = { name: 'events', database: 'waypost' };
const clickhouse = await testClickHouse();
afterAll(() => clickhouse.drop());

const forms = (statement: string) => clusterStatements(statement, cluster);
const printed = () =>
  printedSchema(onCluster('http://user:password@host:8123/waypost', 'events'), folder);

/** The engine's own reading of a statement, in its plain form. */
async function formatted(statement: string): Promise<string> {
  const answer = await clickhouse.client.query({
    query: 'SELECT formatQuerySingleLine({statement:String}) AS text',
    query_params: { statement },
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ text: string }>();
  return row?.text ?? '';
}

describe('[clusters] the tables of a cluster', () => {
  test('are made by the statements of the golden file (bun run admin schema prints them)', async () => {
    expect(await printed()).toBe(golden);
  });

  test('are made by statements that the engine can read', async () => {
    const statements = splitStatements(golden);
    const read = await Promise.all(statements.map(formatted));

    expect(statements.length).toBeGreaterThan(30);
    expect(read.filter((text) => text === '')).toEqual([]);
    const made = read.filter((text) => /^CREATE (?:OR REPLACE )?TABLE/.test(text));
    expect(made.filter((text) => !text.includes('ON CLUSTER events'))).toEqual([]);
    expect(
      made.filter((text) => !/ENGINE = (?:Replicated\w*MergeTree|Distributed)\(/.test(text)),
    ).toEqual([]);
    await expect(formatted('CREATE TABLE a ON CLUSTER')).rejects.toThrow();
  });

  test('are replicated within a shard, divided by account, and remember inserts for a month', () => {
    const [own = '', over = ''] = forms(
      `CREATE TABLE IF NOT EXISTS clicks (user_id UUID, version UInt64) ENGINE = ReplacingMergeTree(version)
      ORDER BY user_id SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1`,
    );

    expect(own).toStartWith(
      'CREATE TABLE IF NOT EXISTS `waypost`.clicks_local ON CLUSTER `events` (',
    );
    expect(own).toContain(
      "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version)",
    );
    expect(own).toContain(' replicated_deduplication_window = 10000');
    expect(own).toContain('replicated_deduplication_window_seconds = 2592000');
    expect(over).toEndWith(
      'ENGINE = Distributed(`events`, `waypost`, clicks_local, cityHash64(user_id))',
    );
  });

  test('without accounts are whole on every server', () => {
    expect(
      forms(
        'CREATE TABLE IF NOT EXISTS lasting_visitors (day Date) ENGINE = ReplacingMergeTree ORDER BY day',
      ),
    ).toEqual([
      "CREATE TABLE IF NOT EXISTS `waypost`.lasting_visitors ON CLUSTER `events` (day Date) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}') ORDER BY day",
    ]);
  });

  test('get new columns and constraints in both tables, and projections, erasures and partitions in the one with the rows', () => {
    const columns = forms('ALTER TABLE clicks ADD COLUMN IF NOT EXISTS rule UInt32');
    expect(columns.map((text) => text.slice(0, 50))).toEqual([
      'ALTER TABLE `waypost`.clicks_local ON CLUSTER `eve',
      'CREATE OR REPLACE TABLE `waypost`.clicks ON CLUSTE',
    ]);
    expect(forms('ALTER TABLE clicks DROP CONSTRAINT IF EXISTS a')).toHaveLength(2);
    expect(forms('OPTIMIZE TABLE clicks FINAL')).toEqual([
      'OPTIMIZE TABLE `waypost`.clicks_local ON CLUSTER `events` FINAL',
    ]);
    for (const change of [
      'ADD PROJECTION IF NOT EXISTS p (SELECT 1)',
      'DELETE WHERE 1',
      'DROP PARTITION 202601',
    ]) {
      expect(forms(`ALTER TABLE clicks ${change}`)).toEqual([
        `ALTER TABLE \`waypost\`.clicks_local ON CLUSTER \`events\` ${change}`,
      ]);
    }
    expect(forms('TRUNCATE TABLE IF EXISTS clicks')).toEqual([
      'TRUNCATE TABLE IF EXISTS `waypost`.clicks_local ON CLUSTER `events`',
    ]);
  });
});

test('[clusters] a statement that has no form for clusters is refused, and one that changes no table stays', () => {
  expect(() => forms('RENAME TABLE a TO b')).toThrow('no form for clusters');
  expect(() => forms('CREATE VIEW a AS SELECT 1')).toThrow('no form for clusters');
  expect(forms('INSERT INTO lasting_visitors SELECT 1')).toEqual([
    'INSERT INTO lasting_visitors SELECT 1',
  ]);
});

test('[clusters] questions about parts and erasures ask every server', () => {
  const asked = clusterQuery(
    'SELECT 1 FROM system.mutations WHERE database = currentDatabase() AND table = {table:String}',
    cluster,
  );

  expect(asked).toBe(
    "SELECT 1 FROM clusterAllReplicas(`events`, system.mutations) WHERE database = 'waypost' AND table IN ({table:String}, concat({table:String}, '_local'))",
  );
  expect(clusterQuery('SELECT 1 FROM clicks', cluster)).toBe('SELECT 1 FROM clicks');
});

test('[clusters] the name of the cluster travels with the address, and no server sees it', () => {
  const { clickhouseUrl } = readConfig({
    CLICKHOUSE_URL: 'http://a:b@host:8123/waypost',
    CLICKHOUSE_CLUSTER: 'events',
  });

  expect(clusterOf(clickhouseUrl ?? '')).toEqual({ url: 'http://a:b@host:8123/waypost', cluster });
  expect(clusterOf('http://host:8123/waypost').cluster).toBeNull();
  expect(() => readConfig({ CLICKHOUSE_CLUSTER: 'events' })).toThrow('needs CLICKHOUSE_URL');
  expect(() => readConfig({ CLICKHOUSE_URL: 'http://h', CLICKHOUSE_CLUSTER: "a'b" })).toThrow(
    'must be the name of a cluster',
  );
});
