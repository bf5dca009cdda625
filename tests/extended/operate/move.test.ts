import { expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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

  await eventually(
    () => operate(['move', 'to-own'], env),
    ({ code, err }) => code === 0 || !err.includes('another Waypost uses these servers'),
    40,
  );
  expect(readdirSync(dataDir)).not.toContain('move-unfinished');
  const back = await started(dataDir);
  expect(await seenBy(personAt(back.url, cookie))).toEqual({ ...before, totalClicks: 400 });
}, 300_000);

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
