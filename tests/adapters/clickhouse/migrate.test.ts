import { afterAll, expect, test } from 'bun:test';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ChangedMigration,
  holdsEvents,
  migrateClickHouse,
  migrationFiles,
} from '#adapters/clickhouse/migrate';
import { ClickHouseStillWorking } from '#adapters/clickhouse/outage';
import { splitStatements } from '#adapters/clickhouse/statements';
import { testClickHouse, urlOf } from '#tests/support/databases/clickhouse';
import { tempFolder } from '#tests/support/temp-folder';

const ours = join(import.meta.dir, '../../../clickhouse');
const exclusively = (work: () => Promise<void>) => work();
const databases: { drop(): Promise<void> }[] = [];
afterAll(() => Promise.all(databases.map((database) => database.drop())));

async function anEmptyDatabase() {
  const database = await testClickHouse();
  databases.push(database);
  const migrate = (folder: string, waitMs = 10_000) =>
    migrateClickHouse({ url: urlOf(database), folder, exclusively, waitMs });
  const recorded = async () => {
    const query = 'SELECT file, statement FROM migrations ORDER BY file, statement';
    const rows = await database.client.query({ query, format: 'JSONEachRow' });
    return rows.json<{ file: string; statement: number }>();
  };
  return { ...database, migrate, recorded };
}

function folderOf(files: Record<string, string>) {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  return folder;
}

const table = (name: string) =>
  `CREATE TABLE IF NOT EXISTS ${name} (a UInt8) ENGINE = MergeTree ORDER BY a;`;

test('statements end at semicolons, except semicolons in texts, names and comments', () => {
  const text = `-- one; comment\nSELECT 'a;''b\\';' AS "x;y"; /* ; */ SELECT 1 - 1 / \`z;\`;\n;`;

  expect(splitStatements(text)).toEqual([`SELECT 'a;''b\\';' AS "x;y"`, 'SELECT 1 - 1 / `z;`']);
});

test('the database is created, and a second start changes nothing', async () => {
  const database = await anEmptyDatabase();
  const fresh = `${database.database}b`;
  const url = urlOf({ ...database, database: fresh });

  await migrateClickHouse({ url, folder: ours, exclusively });
  await migrateClickHouse({ url, folder: ours, exclusively });

  const rows = await database.client.query({
    query: `SELECT DISTINCT file FROM ${fresh}.migrations ORDER BY file`,
    format: 'JSONEachRow',
  });
  const files = await migrationFiles(ours);
  expect(await rows.json<{ file: string }>()).toEqual(files.toSorted().map((file) => ({ file })));
  await database.client.command({ query: `DROP DATABASE ${fresh} SYNC` });
});

test('a database without clicks and conversions holds no events, however far its first migration came', async () => {
  const database = await anEmptyDatabase();
  const url = urlOf(database);
  const held = [await holdsEvents(url)];
  using begun = folderOf({
    '0001_a.sql': `CREATE TABLE IF NOT EXISTS clicks (a UInt8) ENGINE = MergeTree ORDER BY a;`,
  });
  await database.migrate(begun.path);
  held.push(await holdsEvents(url));
  await database.client.command({ query: 'INSERT INTO clicks VALUES (1)' });
  held.push(await holdsEvents(url));

  expect(held).toEqual([false, false, true]);
});

test('every migration statement can run twice, because a kill can come before its record is written @more', async () => {
  const database = await anEmptyDatabase();

  for (const file of await migrationFiles(ours)) {
    for (const query of splitStatements(readFileSync(join(ours, file), 'utf8'))) {
      await database.client.command({ query });
      await database.client.command({ query });
    }
  }
});

test('after a failure the migration continues at the failed statement', async () => {
  const database = await anEmptyDatabase();
  using folder = folderOf({
    '0001_a.sql': `${table('a')} CREATE TABLE IF NOT EXISTS b AS missing;`,
  });
  await expect(database.migrate(folder.path)).rejects.toThrow('missing');

  await database.client.command({ query: table('missing').replace(';', '') });
  await database.client.command({ query: 'DROP TABLE a SYNC' });
  await database.migrate(folder.path);

  expect(await database.recorded()).toEqual([
    { file: '0001_a.sql', statement: 0 },
    { file: '0001_a.sql', statement: 1 },
  ]);
  const left = await database.client.query({ query: 'EXISTS TABLE a', format: 'JSONEachRow' });
  expect(await left.json<{ result: number }>()).toEqual([{ result: 0 }]);
});

test('a changed or missing migration file stops the start', async () => {
  const database = await anEmptyDatabase();
  using folder = folderOf({ '0001_a.sql': table('a'), '0002_b.sql': table('b') });
  await database.migrate(folder.path);

  using changed = tempFolder();
  cpSync(folder.path, changed.path, { recursive: true });
  writeFileSync(join(changed.path, '0001_a.sql'), `${table('a')} -- touched`);
  await expect(database.migrate(changed.path)).rejects.toThrow(ChangedMigration);
  rmSync(join(folder.path, '0001_a.sql'));
  await expect(database.migrate(folder.path)).rejects.toThrow(
    'newer version of Waypost, which has applied 0001_a.sql',
  );
});

test('a projection is dropped when an earlier migration has built it, and not before', async () => {
  const database = await anEmptyDatabase();
  const { client, migrate, recorded } = database;
  const add = `ALTER TABLE a ADD PROJECTION IF NOT EXISTS counts (SELECT a, count() GROUP BY a);`;
  const build = 'ALTER TABLE a MATERIALIZE PROJECTION counts SETTINGS mutations_sync = 0;';
  const files = { '0001_a.sql': table('a'), '0002_b.sql': `${add} ${build}` };
  const drop = 'ALTER TABLE a DROP PROJECTION IF EXISTS counts SETTINGS alter_sync = 0;';
  using before = folderOf(files);
  using after = folderOf({ ...files, '0003_c.sql': drop });
  using first = folderOf({ '0001_a.sql': files['0001_a.sql'] });
  await migrate(first.path);
  await client.insert({ table: 'a', values: [[1], [2]], format: 'JSONCompactEachRow' });
  await client.command({ query: 'SYSTEM STOP MERGES a' });
  await migrate(before.path);

  const waiting = expect(migrate(after.path, 300)).rejects;
  await waiting.toThrow('ClickHouse still works on a: (MATERIALIZE PROJECTION counts)');
  await waiting.toBeInstanceOf(ClickHouseStillWorking);
  await client.command({ query: 'SYSTEM START MERGES a' });
  await migrate(after.path);

  expect((await recorded()).map(({ file }) => file)).toContain('0003_c.sql');
  const left = await client.query({
    query: `SELECT name FROM system.projections WHERE database = currentDatabase() AND table = 'a'`,
    format: 'JSONEachRow',
  });
  expect(await left.json<unknown>()).toEqual([]);
});
