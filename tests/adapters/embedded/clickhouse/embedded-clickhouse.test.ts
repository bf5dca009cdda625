import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@clickhouse/client';
import { embeddedEngine } from '#adapters/clickhouse/analysts/engine';
import {
  launchClickHouse,
  type EmbeddedClickHouse,
} from '#adapters/embedded/clickhouse/embedded-clickhouse';
import { until } from '#tests/support/until';

setDefaultTimeout(30_000);

const folders: string[] = [];
const engines: EmbeddedClickHouse[] = [];
const said: string[] = [];
const log = (sentence: string) => void said.push(sentence);

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-embedded-'));
  folders.push(folder);
  return folder;
}

async function launched(folder: string): Promise<EmbeddedClickHouse> {
  const engine = await launchClickHouse({ dataDir: folder, log });
  engines.push(engine);
  return engine;
}

function clientOf({ url, user, password }: EmbeddedClickHouse) {
  return createClient({ url, username: user, password });
}

async function childPid(engine: EmbeddedClickHouse): Promise<number> {
  const pid = engine.pid();
  if (pid === undefined) throw new Error('no child runs');
  return pid;
}

/** A zombie still has a process id, but runs nothing. */
function isRunning(pid: number): boolean {
  const status = `/proc/${pid}/stat`;
  if (process.platform === 'linux') {
    return existsSync(status) && !/\) Z /.test(readFileSync(status, 'utf8'));
  }
  return Bun.spawnSync(['kill', '-0', String(pid)]).success;
}

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

test('a child whose port cannot be stored goes on, and is no longer in the way of the next start', async () => {
  const folder = await dataDir();
  const record = join(folder, 'clickhouse.json');
  const launching = launchClickHouse({ dataDir: folder, log });
  await until('the first record is stored', () => existsSync(record));
  await mkdir(`${record}.new`);
  const first = await launching;
  engines.push(first);
  expect(first.state()).toBe('ready');
  expect(said.join()).toContain('The port of ClickHouse cannot be stored: EISDIR');
  await rmdir(`${record}.new`);
  await first.stop();

  const engine = await launched(folder);

  expect(engine.state()).toBe('ready');
});

test('definitions that a full disk left empty or cut do not keep it from starting, and are repaired', async () => {
  const folder = await dataDir();
  const first = await launched(folder);
  const client = clientOf(first);
  for (const name of ['waypost', 'analyst']) {
    await client.command({ query: `CREATE DATABASE ${name}` });
  }
  await client.command({
    query: 'CREATE TABLE waypost.kept (n UInt8) ENGINE = MergeTree ORDER BY n',
  });
  await client.command({ query: 'INSERT INTO waypost.kept VALUES (7)' });
  await client.command({ query: 'CREATE VIEW analyst.links AS SELECT 1' });
  await client.close();
  await first.stop();
  for (const name of ['waypost/token_probe_1', 'waypost/_tmp_replace_1', 'analyst/clicks']) {
    await writeFile(join(folder, `clickhouse/data/metadata/${name}.sql`), '');
  }
  const kept = join(folder, 'clickhouse/data/metadata/waypost/kept.sql');
  const definition = await readFile(kept, 'utf8');
  await writeFile(kept, definition.slice(0, 40));

  const again = clientOf(await launched(folder));

  const answer = await again.query({ query: 'SELECT n FROM waypost.kept', format: 'CSV' });
  expect(await answer.text()).toBe('7\n');
  expect(await readFile(kept, 'utf8')).toBe(definition);
  await again.close();
});

test.each([
  ['empty', 0],
  ['cut', 40],
])(
  'a mutation that a full disk left %s does not keep it from starting, and is gone',
  async (_, length) => {
    const folder = await dataDir();
    const first = await launched(folder);
    const client = clientOf(first);
    await client.command({ query: 'CREATE DATABASE waypost' });
    await client.command({
      query: 'CREATE TABLE waypost.t (n UInt8) ENGINE = MergeTree ORDER BY n',
    });
    await client.command({ query: 'INSERT INTO waypost.t VALUES (7)' });
    await client.command({ query: 'ALTER TABLE waypost.t DELETE WHERE n = 8' });
    await client.command({ query: 'SYSTEM STOP MERGES waypost.t' });
    await client.command({
      query: 'ALTER TABLE waypost.t DELETE WHERE n = 7',
      clickhouse_settings: { mutations_sync: '0' },
    });
    await client.close();
    await first.stop();
    const mutations = new Bun.Glob('clickhouse/data/store/*/*/mutation_*.txt');
    const found = [...mutations.scanSync(folder)].map((path) => join(folder, path));
    for (const path of found) {
      const text = await readFile(path, 'utf8');
      if (text.includes('n = 7')) await writeFile(path, text.slice(0, length));
    }

    const again = clientOf(await launched(folder));

    const rows = await again.query({ query: 'SELECT n FROM waypost.t', format: 'CSV' });
    expect(await rows.text()).toBe('7\n');
    expect(found).toHaveLength(2);
    expect([...mutations.scanSync(folder)]).toHaveLength(1);
    await again.close();
  },
);

test('a killed child process restarts at the same address with its data and reports ready', async () => {
  const engine = await launched(await dataDir());
  const client = clientOf(engine);
  await client.command({ query: 'CREATE TABLE kept (n UInt8) ENGINE = MergeTree ORDER BY n' });
  await client.insert({ table: 'kept', values: [{ n: 7 }], format: 'JSONEachRow' });
  const before = await childPid(engine);

  process.kill(before, 'SIGKILL');
  await until('the launcher sees the end', () => engine.state() === 'restarting');
  await until('the child is back', () => engine.state() === 'ready');

  const rows = await client.query({ query: 'SELECT n FROM kept', format: 'JSONEachRow' });
  expect(await rows.json<{ n: number }>()).toEqual([{ n: 7 }]);
  expect(await childPid(engine)).not.toBe(before);
  await client.close();
});

test('[sql-limits] the engine restarts when it cannot stop an account’s statement, and says whose', async () => {
  const engine = await launched(await dataDir());
  const client = clientOf(engine);
  await client.command({ query: 'CREATE DATABASE analyst' });
  const before = await childPid(engine);
  const { user, password } = engine;
  const analysts = embeddedEngine(engine.url.replace('//', `//${user}:${password}@`));
  const [patient, reckless] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  /** Leaves a statement after a moment. */
  const leave = async (userId: string, text: string, afterMs = 1000) => {
    const signal = AbortSignal.timeout(afterMs);
    const more = { format: 'TabSeparated', settings: new Map(), parameters: new Map() };
    await expect(analysts.ask({ userId, text, signal, ...more })).rejects.toMatchObject({
      kind: 'limit',
    });
  };

  await leave(patient, 'SELECT count() FROM numbers(100000000000)');
  expect(await analysts.ended(patient)).toBe(true);
  expect(await childPid(engine)).toBe(before);

  // It compares 200,000 texts with as many others, all for one row.
  const texts = (from: number) =>
    `materialize(arrayMap(x -> toString(x), range(${from}, ${from} + 200000)))`;
  await leave(reckless, `SELECT hasAny(${texts(0)}, ${texts(200_000)})`);
  await leave(patient, 'SELECT count() FROM numbers(100000000000)');
  expect(await Promise.all([analysts.ended(reckless), analysts.ended(patient)])).toEqual([
    false,
    true,
  ]);
  await until('another child serves', () => ![before, undefined].includes(engine.pid()));
  expect(said.join('\n')).toContain(`to stop the statement sql:${reckless}:`);
  await client.close();
});

test('[sql-limits] a statement that is left while the engine still reads it is stopped too', async () => {
  const engine = await launched(await dataDir());
  const client = clientOf(engine);
  const before = await childPid(engine);
  const long = Array.from({ length: 12_000 }, (_, at) => at).join(',');
  const headers = { 'X-ClickHouse-User': engine.user, 'X-ClickHouse-Key': engine.password };
  for (let afterMs = 2; afterMs <= 40; afterMs += 2) {
    const answer = fetch(engine.url, {
      method: 'POST',
      headers: { ...headers, 'X-Waypost-Analyst': Bun.randomUUIDv7() },
      body: `SELECT sum(cityHash64(number)) FROM numbers(100000000000) WHERE number NOT IN (${long})`,
      signal: AbortSignal.timeout(afterMs),
    });
    await expect(answer).rejects.toThrow();
    await Bun.sleep(100);
  }

  await Bun.sleep(6000);

  expect([engine.state(), await childPid(engine)]).toEqual(['ready', before]);
  await client.close();
});

test('a later start keeps the address and password, in a file that only the owner can read', async () => {
  const folder = await dataDir();
  const first = await launched(folder);
  await first.stop();

  const second = await launched(folder);

  expect({ url: second.url, password: second.password }).toEqual({
    url: first.url,
    password: first.password,
  });
  const path = join(folder, 'clickhouse.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ password: first.password });
});

test('a stopped engine reports that it stopped, and its process has ended', async () => {
  const engine = await launched(await dataDir());
  const pid = await childPid(engine);

  await engine.stop();

  expect(engine.state()).toBe('stopped');
  expect(() => process.kill(pid, 0)).toThrow();
});

test('a child process ends after its parent was killed, and the next start waits for the folder', async () => {
  const folder = await dataDir();
  const script = fileURLToPath(import.meta.resolve('#tests/support/processes/clickhouse-owner'));
  const owner = Bun.spawn([process.execPath, script, folder], { stdout: 'pipe' });
  const { value: line } = await owner.stdout.getReader().read();
  const orphan = Number(new TextDecoder().decode(line));

  owner.kill('SIGKILL');
  await owner.exited;
  const engine = await launched(folder);

  expect(await clientOf(engine).ping({ select: true })).toEqual({ success: true });
  expect(orphan).toBeGreaterThan(0);
  expect(await childPid(engine)).not.toBe(orphan);
  await until('the orphan is gone', () => !isRunning(orphan));
});

test('a recorded address that another program uses is replaced', async () => {
  const folder = await dataDir();
  const first = await launched(folder);
  await first.stop();
  const squatter = Bun.serve({
    hostname: '127.0.0.1',
    port: Number(new URL(first.url).port),
    fetch: () => new Response('somebody else'),
  });

  const second = await launched(folder);

  expect(second.url).not.toBe(first.url);
  expect(await clientOf(second).ping({ select: true })).toEqual({ success: true });
  await squatter.stop(true);
});

test('a folder that stays locked is reported with the reason', async () => {
  const folder = await dataDir();
  await launched(folder);

  const second = launchClickHouse({ dataDir: folder, log, startMs: 10_000 });

  await expect(second).rejects.toThrow(/Cannot lock file/);
});

test('it can be stopped during a restart', async () => {
  const engine = await launched(await dataDir());
  process.kill(await childPid(engine), 'SIGKILL');
  await until('the launcher sees the end', () => engine.state() === 'restarting');

  await engine.stop();

  expect(engine.state()).toBe('stopped');
  expect(engine.pid()).toBeUndefined();
});
