import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#adapters/postgres/connect';
import { runningInstances } from '#adapters/postgres/backup/dump';
import { cleanUps } from '#tests/support/clean-ups';
import { testClickHouse } from '#tests/support/databases/clickhouse';
import { testDatabase } from '#tests/support/databases/postgres';
import { personAt, signUp, type Person } from '#tests/support/person';
import { operate } from '#tests/support/processes/operate';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { numbersNow, numbersOnceCounted } from '#tests/support/readers/numbers';
import { inParallel, visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';

const cleanUp = cleanUps();

/** Addresses of two empty databases on servers. */
async function emptyServers(): Promise<{ DATABASE_URL: string; CLICKHOUSE_URL: string }> {
  const [postgres, clickhouse] = [await testDatabase(), await testClickHouse()];
  cleanUp.add(postgres.drop);
  cleanUp.add(clickhouse.drop);
  const url = new URL(clickhouse.url);
  Object.assign(url, { username: clickhouse.user, password: clickhouse.password });
  url.pathname = `/${clickhouse.database}`;
  return { DATABASE_URL: postgres.url, CLICKHOUSE_URL: url.href };
}

async function aFolder(): Promise<string> {
  const { path, remove } = await newDataDir();
  cleanUp.add(remove);
  return path;
}

async function started(dataDir: string, env: Record<string, string> = {}): Promise<Waypost> {
  const waypost = await startWaypost({ dataDir, env });
  cleanUp.add(waypost.killTree);
  return waypost;
}

async function visits(waypost: Waypost, code: string, count: number): Promise<void> {
  await inParallel({ count, parallel: 10 }, () => visit(`${waypost.url}/${code}`));
}

/** What a person sees: the links, the clicks and the visitors. */
async function seenBy(person: Person) {
  const links: { id: string }[] = await (await person.get('/api/links')).json();
  const { totalClicks, uniqueVisitors } = await numbersNow(person);
  return { links: links.map(({ id }) => id), totalClicks, uniqueVisitors };
}

test('[moved-whole] data move to servers and back with every count, also when the move is killed on the way', async () => {
  const [dataDir, servers] = [await aFolder(), await emptyServers()];
  const own = await started(dataDir);
  const { cookie } = await signUp(own.url);
  const owner = personAt(own.url, cookie);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  await visits(own, link.shortCode, 300);
  await numbersOnceCounted(owner, 300);
  const before = await seenBy(owner);
  const env = { ...servers, DATA_DIR: dataDir };
  expect((await operate(['move', 'to-servers'], env)).err).toContain(
    'is in use by another Waypost',
  );
  await own.stop();

  const refused = await startWaypost({ dataDir, env: servers }).catch(String);
  expect(refused).toContain('bun run move to-servers');
  await killedOnTheWay(['move', 'to-servers'], env);
  const half = { DATA_DIR: dataDir, DATABASE_URL: servers.DATABASE_URL };
  const others = [
    await operate(['move', 'to-servers'], half),
    await operate(['move', 'to-own'], env),
  ];
  const again = 'a move did not finish: run bun run move to-servers again, with the same variables';
  expect(others.map(({ err }) => err)).toEqual(
    others.map(() => `waypost: DATA_DIR ${dataDir}: ${again}\n`),
  );
  const moved = await operate(['move', 'to-servers'], env);
  expect([moved.code, moved.err]).toEqual([0, '']);
  expect(moved.out).toContain('Moved and counted: 1 accounts, 1 links, 300 clicks');
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

  const there = await started(dataDir, servers);
  const elsewhere = personAt(there.url, cookie);
  expect(await seenBy(elsewhere)).toEqual(before);
  // The same browser on the same day is the same visitor: the salts went along.
  await visits(there, link.shortCode, 100);
  expect((await numbersOnceCounted(elsewhere, 400)).uniqueVisitors).toBe(before.uniqueVisitors);
  expect((await operate(['move', 'to-own'], env)).code).toBe(78);
  await there.stop();

  await untilNoneRuns(servers.DATABASE_URL);
  expect((await operate(['move', 'to-own'], env)).err).toBe('');
  expect(readdirSync(dataDir)).not.toContain('move-unfinished');
  const back = await started(dataDir);
  expect(await seenBy(personAt(back.url, cookie))).toEqual({ ...before, totalClicks: 400 });
}, 300_000);

test('[moved-whole] Postgres moves alone and back: ClickHouse and the waiting clicks stay', async () => {
  const [dataDir, { DATABASE_URL }] = [await aFolder(), await emptyServers()];
  const own = await started(dataDir);
  const { cookie } = await signUp(own.url);
  const owner = personAt(own.url, cookie);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  await visits(own, link.shortCode, 50);
  await numbersOnceCounted(owner, 50, 120);
  const before = await seenBy(owner);
  await visits(own, link.shortCode, 20);
  await own.killTree();
  const stays = stayingIn(dataDir);
  expect(stays.spool.join('\n')).toContain(link.id);
  const env = { DATABASE_URL, DATA_DIR: dataDir };

  await killedOnTheWay(['move', 'to-servers'], env);
  const early = await startWaypost({ dataDir, env: { DATABASE_URL } }).catch(String);
  const moved = await operate(['move', 'to-servers'], env);

  expect(early).toContain('a move did not finish: run bun run move to-servers again');
  expect([moved.code, moved.err]).toEqual([0, '']);
  expect(moved.out).toMatch(/^Moved and counted: 1 accounts, 1 links, 0 waiting lines, /);
  expect(moved.out).toContain('start Waypost with the same DATABASE_URL. The old data are in');
  expect(namesIn(dataDir)).toEqual(['clickhouse', 'clickhouse.json']);
  expect(asideIn(dataDir)).toEqual(['postgres', 'postgres.json']);
  expect(stayingIn(dataDir)).toEqual(stays);

  const there = await started(dataDir, { DATABASE_URL });
  const elsewhere = personAt(there.url, cookie);
  await numbersOnceCounted(elsewhere, 70, 120);
  expect(await seenBy(elsewhere)).toEqual({ ...before, totalClicks: 70 });
  await there.stop();

  await untilNoneRuns(DATABASE_URL);
  expect((await operate(['move', 'to-own'], env)).err).toBe('');
  expect(namesIn(dataDir)).toEqual(['clickhouse', 'clickhouse.json', 'postgres', 'postgres.json']);
  const back = await started(dataDir);
  expect(await seenBy(personAt(back.url, cookie))).toEqual({ ...before, totalClicks: 70 });
}, 600_000);

test('[moved-whole] ClickHouse moves alone and back: Postgres stays', async () => {
  const [dataDir, { CLICKHOUSE_URL }] = [await aFolder(), await emptyServers()];
  const own = await started(dataDir);
  const { cookie } = await signUp(own.url);
  const owner = personAt(own.url, cookie);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  await visits(own, link.shortCode, 50);
  await numbersOnceCounted(owner, 50, 120);
  const before = await seenBy(owner);
  await own.stop();
  const env = { CLICKHOUSE_URL, DATA_DIR: dataDir };

  const moved = await operate(['move', 'to-servers'], env);

  expect([moved.code, moved.err]).toEqual([0, '']);
  expect(moved.out).toMatch(/^Moved and counted: 50 clicks, 0 conversions, /);
  expect(namesIn(dataDir)).toEqual(['postgres', 'postgres.json']);
  const there = await started(dataDir, { CLICKHOUSE_URL });
  const elsewhere = personAt(there.url, cookie);
  expect(await seenBy(elsewhere)).toEqual(before);
  await visits(there, link.shortCode, 10);
  await numbersOnceCounted(elsewhere, 60, 120);
  await there.stop();

  expect((await operate(['move', 'to-own'], env)).err).toBe('');
  const back = await started(dataDir);
  expect(await seenBy(personAt(back.url, cookie))).toEqual({ ...before, totalClicks: 60 });
}, 600_000);

test('[moved-whole] ClickHouse follows Postgres to servers, and nothing is left half in DATA_DIR', async () => {
  const [dataDir, servers] = [await aFolder(), await emptyServers()];
  const { DATABASE_URL, CLICKHOUSE_URL } = servers;
  const mixed = await started(dataDir, { DATABASE_URL });
  const { cookie } = await signUp(mixed.url);
  const owner = personAt(mixed.url, cookie);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  await visits(mixed, link.shortCode, 30);
  await numbersOnceCounted(owner, 30, 120);
  const before = await seenBy(owner);
  await mixed.stop();

  const nowhere = await operate(['move', 'to-servers'], { CLICKHOUSE_URL, DATA_DIR: dataDir });
  const notThere = await operate(['move', 'to-servers'], { DATABASE_URL, DATA_DIR: dataDir });
  const neither = await operate(['move', 'to-servers'], { DATA_DIR: dataDir });
  const refused = await startWaypost({ dataDir, env: servers }).catch(String);
  const moved = await operate(['move', 'to-servers'], { ...servers, DATA_DIR: dataDir });
  const half = await operate(['move', 'to-own'], { DATABASE_URL, DATA_DIR: dataDir });

  expect([nowhere.code, nowhere.err]).toEqual([
    78,
    `waypost: DATABASE_URL: DATA_DIR ${dataDir} contains no Postgres: set the address of its server\n`,
  ]);
  expect([notThere.code, notThere.err]).toEqual([
    78,
    `waypost: DATA_DIR ${dataDir} contains no Postgres that could be moved\n`,
  ]);
  expect([neither.code, neither.err]).toEqual([
    78,
    'waypost: DATABASE_URL, CLICKHOUSE_URL: a move needs the address of each server, in both directions\n',
  ]);
  expect(refused).toContain('CLICKHOUSE_URL: the server is empty');
  expect([moved.code, moved.err]).toEqual([0, '']);
  expect(moved.out).toMatch(/^Moved and counted: 30 clicks, /);
  expect(asideIn(dataDir)).toEqual(['clickhouse', 'clickhouse.json']);
  expect([half.code, half.err]).toEqual([
    78,
    `waypost: CLICKHOUSE_URL: DATA_DIR ${dataDir} contains no ClickHouse: set the address of its server\n`,
  ]);

  await untilNoneRuns(DATABASE_URL);
  await killedOnTheWay(['move', 'to-own'], { ...servers, DATA_DIR: dataDir });
  const other = await operate(['move', 'to-own'], { DATABASE_URL, DATA_DIR: dataDir });
  const early = await startWaypost({ dataDir, env: { DATABASE_URL } }).catch(String);

  expect([other.code, other.err]).toEqual([
    78,
    `waypost: DATA_DIR ${dataDir}: a move did not finish: run bun run move to-own again, with the same variables\n`,
  ]);
  expect(early).toContain('a move did not finish: run bun run move to-own again');
  const there = await started(dataDir, servers);
  expect(await seenBy(personAt(there.url, cookie))).toEqual(before);
}, 600_000);

test('[backup-whole] a backup is restored into empty servers, and not into used ones', async () => {
  const [dataDir, place, servers] = [await aFolder(), await aFolder(), await emptyServers()];
  const own = await started(dataDir);
  const { cookie } = await signUp(own.url);
  const owner = personAt(own.url, cookie);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  await visits(own, link.shortCode, 50);
  await numbersOnceCounted(owner, 50);
  const before = await seenBy(owner);
  expect((await operate(['backup', place], { DATA_DIR: dataDir })).code).toBe(0);
  await own.stop();

  const target = join(await aFolder(), 'data');
  expect((await operate(['restore', place], { ...servers, DATA_DIR: target })).code).toBe(0);
  const other = join(await aFolder(), 'data');
  const again = await operate(['restore', place], { ...servers, DATA_DIR: other });

  expect([again.code, again.err]).toEqual([
    78,
    'waypost: DATABASE_URL: the server is not empty: a restore needs an empty one\n',
  ]);
  const restored = await started(target, servers);
  expect(await seenBy(personAt(restored.url, cookie))).toEqual(before);
}, 120_000);

test('[backup-whole] an interrupted restore is continued by the same command, and nothing starts before', async () => {
  const [dataDir, place] = [await aFolder(), await aFolder()];
  const own = await started(dataDir);
  await signUp(own.url);
  expect((await operate(['backup', place], { DATA_DIR: dataDir })).code).toBe(0);
  await own.stop();
  const target = join(await aFolder(), 'data');

  await killedOnTheWay(['restore', place], { DATA_DIR: target });
  const early = await startWaypost({ dataDir: target }).catch(String);
  const { code, err } = await operate(['restore', place], { DATA_DIR: target });

  expect(early).toContain('a restore into it did not finish: run bun run restore again');
  expect([code, err]).toEqual([0, '']);
  const restored = await started(target);
  expect((await fetch(`${restored.url}/readyz`)).status).toBe(200);
}, 120_000);

/** An instance that has stopped still counts as running for ten seconds. */
async function untilNoneRuns(databaseUrl: string): Promise<void> {
  const sql = connect(databaseUrl, { connections: 1 });
  await eventually(
    () => runningInstances(sql),
    (running) => running === 0,
  );
  await sql.end();
}

/** The names of the databases in DATA_DIR. */
function namesIn(dataDir: string): string[] {
  const names = ['clickhouse', 'clickhouse.json', 'postgres', 'postgres.json'];
  return readdirSync(dataDir)
    .filter((name) => names.includes(name))
    .toSorted();
}

/** What the moves have set aside. */
function asideIn(dataDir: string): string[] {
  const folders = readdirSync(dataDir).filter((name) => name.startsWith('moved-'));
  return folders.flatMap((name) => readdirSync(join(dataDir, name))).toSorted();
}

/** The waiting lines, and the record that every start of ClickHouse writes anew. */
function stayingIn(dataDir: string): { spool: string[]; clickHouse: string } {
  const spool = join(dataDir, 'spool');
  return {
    spool: readdirSync(spool, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => `${name}\n${readFileSync(join(spool, name), 'utf8')}`)
      .toSorted(),
    clickHouse: readFileSync(join(dataDir, 'clickhouse.json'), 'utf8'),
  };
}

/** Runs the command and kills it when its mark is in DATA_DIR, a little later. */
async function killedOnTheWay(args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = Bun.spawn([process.execPath, 'src/launch/operate/main.ts', ...args], {
    cwd: join(import.meta.dir, '../../..'),
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const marks = ['move-unfinished', 'restore-unfinished'];
  await eventually(
    () => readdirSync(env['DATA_DIR'] ?? '', { withFileTypes: true }).map(({ name }) => name),
    (names) => names.some((name) => marks.includes(name)) && names.includes('clickhouse.json'),
  );
  child.kill('SIGKILL');
  await child.exited;
}
