import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startClickHouseProcess } from '#adapters/embedded/clickhouse/process';
import { accessRecordPath } from '#adapters/embedded/clickhouse/record';
import { startClickHouse, type ClickHouseServer } from '#tests/support/databases/clickhouse';
import { dividesBySessions, sessionNice, threadNices } from '#tests/support/processes/priority';
import { until } from '#tests/support/until';

setDefaultTimeout(30_000);

const servers: ClickHouseServer[] = [];

async function started(): Promise<ClickHouseServer> {
  const server = await startClickHouse();
  servers.push(server);
  return server;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

function startAgain(server: ClickHouseServer) {
  return startClickHouseProcess({
    folder: join(server.folder, 'clickhouse'),
    access: accessRecordPath(server.folder),
    port: 0,
    startMs: 20_000,
  });
}

test('acknowledged rows and their tokens survive kill -9', async () => {
  const server = await started();
  const client = server.client();
  await client.command({
    query: `CREATE TABLE kept (n UInt32) ENGINE = MergeTree ORDER BY n
            SETTINGS non_replicated_deduplication_window = 100`,
  });
  const insert = (token: string) =>
    client.insert({
      table: 'kept',
      values: [{ n: 1 }, { n: 2 }],
      format: 'JSONEachRow',
      clickhouse_settings: { insert_deduplication_token: token },
    });
  await insert('a');
  const endless = client
    .query({ query: 'SELECT count() FROM numbers(100000000000000) WHERE number % 7 = 3' })
    .catch((failure: unknown) => failure);

  await server.crashAndRestart();
  await insert('a');
  await insert('b');

  expect(await endless).toBeInstanceOf(Error);
  const result = await client.query({
    query: 'SELECT count() AS n FROM kept',
    format: 'JSONEachRow',
  });
  expect(await result.json<unknown>()).toEqual([{ n: 4 }]);
  await client.close();
});

test('a SIGUSR2, which is for the application, does not end it', async () => {
  const server = await started();
  const client = server.client();

  process.kill(server.process().pid, 'SIGUSR2');

  const result = await client.query({ query: 'SELECT 1 AS n', format: 'JSONEachRow' });
  expect(await result.json<unknown>()).toEqual([{ n: 1 }]);
  await client.close();
});

test('the process ends when its standard input closes, even while a statement is running', async () => {
  const server = await started();
  const client = server.client();
  const endless = client
    .query({ query: 'SELECT count() FROM numbers(100000000000000) WHERE number % 7 = 3' })
    .catch((failure: unknown) => failure);
  await until('the statement runs', async () => {
    const result = await client.query({
      query: 'SELECT count() AS n FROM system.processes',
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ n: number }>();
    return (row?.n ?? 0) > 1;
  });

  server.process().closeInput();

  await server.process().ended;
  expect(await endless).toBeInstanceOf(Error);
  await client.close();
});

test('a second process on the same folder is rejected with the reason', async () => {
  const server = await started();

  await expect(startAgain(server)).rejects.toThrow(/did not start[\s\S]*Cannot lock file/);
});

test('no argument or environment variable of the process contains the password', async () => {
  const server = await started();
  const { pid } = server.process();

  if (!isLinux) return;
  const shown = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8'));
  expect(shown.join()).not.toContain(server.password);
  expect(readFileSync(join(server.folder, 'clickhouse', 'config.xml'), 'utf8')).not.toContain(
    server.password,
  );
});

test.skipIf(!isLinux)('all its threads run below normal priority', async () => {
  const { pid } = (await started()).process();

  expect(threadNices(pid)).toEqual(new Set([10]));
});

test.skipIf(!dividesBySessions)(
  'its session runs below normal priority (needs a kernel with CONFIG_SCHED_AUTOGROUP)',
  async () => {
    const { pid } = (await started()).process();

    expect(sessionNice(pid)).toBe(5);
  },
);

test.skipIf(!isRoot || !isLinux)(
  'started by root, it drops all privileges and can read only its own files (needs root)',
  async () => {
    const server = await started();
    const { pid } = server.process();

    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const ids = ['Uid', 'Gid', 'Groups'].map((name) =>
      new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1]?.trim().split(/\s+/),
    );
    expect(ids.flat()).not.toContain('0');
    expect(/^CapEff:\s*0+$/m.test(status)).toBe(true);
    expect(readdirSync(`/proc/${pid}/root`).toSorted()).toEqual([
      'backups',
      'config.xml',
      'data',
      'definitions',
      'scratch',
    ]);
    expect(statSync(join(server.folder, 'clickhouse', 'data')).uid).not.toBe(0);
  },
);

test('a backup inside the folder can be created and restored', async () => {
  const server = await started();
  const client = server.client();
  await client.command({ query: 'CREATE DATABASE safe' });
  await client.command({ query: 'CREATE TABLE safe.t (n UInt8) ENGINE = MergeTree ORDER BY n' });
  await client.insert({ table: 'safe.t', values: [{ n: 3 }], format: 'JSONEachRow' });

  await client.command({ query: "BACKUP DATABASE safe TO File('first')" });
  await client.command({ query: 'DROP DATABASE safe SYNC' });
  await client.command({ query: "RESTORE DATABASE safe FROM File('first')" });

  const result = await client.query({ query: 'SELECT n FROM safe.t', format: 'JSONEachRow' });
  expect(await result.json<unknown>()).toEqual([{ n: 3 }]);
  expect(readdirSync(join(server.folder, 'clickhouse', 'backups'))).toEqual(['first']);
  await client.close();
});
