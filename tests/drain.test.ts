import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateClickHouse } from '#adapters/clickhouse/migrate';
import type { DrainSettings } from '#adapters/spool/drain/drain-messages';
import { startDrain, type Drain } from '#adapters/spool/drain/drain-worker';
import { writeLines } from '#tests/support/builders/segment-lines';
import {
  readSegmentFile,
  segmentFile,
  spoolFolder,
  type SegmentState,
} from '#adapters/spool/segments';
import { utcDay } from '#core/shared/time';
import { clickWorld, type ClickWorld } from '#tests/support/worlds/analytics/click-world';
import { startClickHouse, urlOf } from '#tests/support/databases/clickhouse';
import { lossyProxy, type Fate } from '#tests/support/doubles/lossy-proxy';
import { caseCount, isExtended } from '#tests/support/extent';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';
import { aVisit } from '#tests/support/builders/visits';
import type { RawVisit } from '#core/redirect/raw-visit';

const entry = new URL('../src/drain.ts', import.meta.url);
let world: ClickWorld;
beforeAll(async () => {
  world = await clickWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** A test's own data folder, drained into the file's databases. */
function dataFolder() {
  const folder = tempFolder();
  const settings: DrainSettings = { ...world.settings, dataDir: folder.path };
  mkdirSync(spoolFolder(folder.path), { recursive: true });
  return { ...folder, settings, [Symbol.dispose]: folder[Symbol.dispose] };
}

function start(settings: DrainSettings): Drain & AsyncDisposable & { log: string[] } {
  const log: string[] = [];
  const drain = startDrain({
    entry,
    settings,
    abandoned: () => segmentsIn(settings, 'open'),
    onHandOver: () => {},
    log: (level, text) => log.push(`${level}: ${text}`),
  });
  return { ...drain, log, [Symbol.asyncDispose]: () => drain.stop(1000) };
}

function segmentsIn({ dataDir }: DrainSettings, state: SegmentState): string[] {
  const files = readdirSync(spoolFolder(dataDir));
  return files.filter((file) => readSegmentFile(file)?.state === state);
}

/** Visits of a unique link, so that tests can share the table. */
function visitsOf(linkId: string, count: number, change: Partial<RawVisit> = {}): RawVisit[] {
  const atMs = Date.now();
  return Array.from({ length: count }, () =>
    aVisit({ clickId: Bun.randomUUIDv7(), atMs, linkId, ...change }),
  );
}

function spool(
  { dataDir }: DrainSettings,
  visits: readonly RawVisit[],
  state: SegmentState,
): string {
  const day = utcDay(visits[0]?.atMs ?? Date.now());
  const file = segmentFile({ kind: 'clicks', day, batch: crypto.randomUUID(), state });
  writeFileSync(join(spoolFolder(dataDir), file), writeLines(visits));
  return file;
}

type Counted = { rows: number; visits: number };
async function counted(linkId: string): Promise<Counted> {
  const answer = await world.clickHouse.query({
    query: `SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(click_id)) AS visits
      FROM clicks WHERE link_id = {linkId:UUID}`,
    query_params: { linkId },
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<Counted>();
  return row ?? { rows: 0, visits: 0 };
}

async function rowsOf(linkId: string): Promise<Record<string, unknown>[]> {
  const answer = await world.clickHouse.query({
    query: 'SELECT *, toString(visitor_id) AS visitor FROM clicks WHERE link_id = {linkId:UUID}',
    query_params: { linkId },
    format: 'JSONEachRow',
  });
  return answer.json<Record<string, unknown>>();
}

/** No segment waits, not even the draft of a part. */
const drained = (settings: DrainSettings) => (): boolean =>
  !readdirSync(spoolFolder(settings.dataDir)).some((file) => /\.(?:open|sealed)/.test(file));

test('a segment left by its writer becomes enriched rows, and is deleted', async () => {
  using folder = dataFolder();
  await using drain = start({ ...folder.settings, geoipCityDb: null });
  const linkId = crypto.randomUUID();
  const [visit] = visitsOf(linkId, 1, { address: '8.8.8.8', query: 'utm_source=mail' });
  if (!visit) throw new Error('one visit was asked for');

  drain.post({ kind: 'closed', file: spool(folder.settings, [visit], 'open') });
  await until('the visit is stored', () => drain.status().storedClicks === 1);

  expect(await rowsOf(linkId)).toMatchObject([
    {
      click_id: visit.clickId,
      user_id: visit.userId,
      class: 'human',
      country: 'US',
      device: 'desktop',
      browser: 'Firefox',
      os: 'Linux',
      referrer: 'news.example',
      utm_source: 'mail',
      ip_address: '8.8.8.0',
    },
  ]);
  expect(segmentsIn(folder.settings, 'sealed')).toEqual([]);
  expect(drain.status()).toMatchObject({ state: 'working', oldestUnsentMs: null, lastError: null });
});

test('the writer is asked for its segment as soon as it has a line, and again only after the next line', async () => {
  using folder = dataFolder();
  let asked = 0;
  const drain = startDrain({
    entry,
    settings: folder.settings,
    abandoned: () => [],
    log: () => {},
    onHandOver: () => (asked += 1),
  });
  await until('it asks once at its start', () => asked === 1);

  drain.post({ kind: 'waiting' });
  await until('it asks for the line', () => asked === 2);
  await drain.stop(1000);

  expect(asked).toBe(2);
});

test('[truncated-addresses] after the drain a visitor’s full address is in no row and no file', async () => {
  using folder = dataFolder();
  await using drain = start(folder.settings);
  const linkId = crypto.randomUUID();
  const [whole, ...others] = visitsOf(linkId, 3, { address: '203.0.113.77' });
  if (!whole) throw new Error('visits were asked for');

  drain.post({ kind: 'closed', file: spool(folder.settings, [whole, ...others], 'open') });
  await until('they are stored', () => drain.status().storedClicks === 3);

  expect(JSON.stringify(await rowsOf(linkId))).not.toContain('203.0.113.77');
  expect(JSON.stringify(await rowsOf(linkId))).toContain('203.0.113.0');
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile())) {
    expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain('203.0.113.77');
  }
  expect(drain.log.join()).not.toContain('203.0.113');
});

test('[daily-visitors] [do-not-track] a visitor has one id per day on disk and in Postgres, a visitor who opts out has none', async () => {
  using folder = dataFolder();
  await using drain = start(folder.settings);
  const linkId = crypto.randomUUID();
  const visits = [...visitsOf(linkId, 2), ...visitsOf(linkId, 1, { isAnonymous: true })];

  drain.post({ kind: 'closed', file: spool(folder.settings, visits, 'open') });
  await until('they are stored', () => drain.status().storedClicks === 3);

  const ids = (await rowsOf(linkId)).map((row) => row['visitor']);
  expect(new Set(ids).size).toBe(2);
  expect(ids).toContain('0');
  const today = utcDay(Date.now());
  expect(readdirSync(join(folder.path, 'salts'))).toContain(`${today}.salt`);
  expect(await world.sql`SELECT 1 FROM visitor_salts WHERE day = ${today}`).toHaveLength(1);
});

test('visits of erased links are dropped as soon as Postgres or the writer reports the erasure', async () => {
  using folder = dataFolder();
  const [erased, told, kept] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const owner = crypto.randomUUID();
  await world.sql`INSERT INTO erasures (link_id, user_id) VALUES (${erased}, ${owner})`;
  await using drain = start(folder.settings);
  drain.post({ kind: 'erased', linkIds: [told] });

  const visits = [erased, told, kept].flatMap((linkId) => visitsOf(linkId, 2));
  drain.post({ kind: 'closed', file: spool(folder.settings, visits, 'open') });
  await until('the segment is gone', drained(folder.settings));

  expect(await counted(erased)).toEqual({ rows: 0, visits: 0 });
  expect(await counted(told)).toEqual({ rows: 0, visits: 0 });
  expect(await counted(kept)).toEqual({ rows: 2, visits: 2 });
});

test('during an outage of the event store Postgres has the age of the oldest unsent visit', async () => {
  using folder = dataFolder();
  const atMs = Date.now() - 5000;
  const settings = { ...folder.settings, clickHouseUrl: 'http://127.0.0.1:1/waypost' };
  spool(settings, visitsOf(crypto.randomUUID(), 1, { atMs }), 'sealed');
  await using drain = start(settings);
  const reported = () =>
    world.sql`SELECT 1 FROM instances WHERE oldest_unsent_at = ${new Date(atMs)}`;

  await until('it is reported', async () => (await reported()).length === 1);
  await until('it says that it fails', () => drain.status().state === 'failing');

  expect(drain.status()).toMatchObject({ waitingSegments: 1, oldestUnsentMs: atMs });
});

test('on a first start without Postgres visits wait for their salt', async () => {
  using folder = dataFolder();
  const linkId = crypto.randomUUID();
  spool(folder.settings, visitsOf(linkId, 2), 'sealed');
  {
    await using drain = start({ ...folder.settings, databaseUrl: 'postgres://x@127.0.0.1:1/x' });
    await until('it fails', () => drain.status().state === 'failing');
    expect(await counted(linkId)).toEqual({ rows: 0, visits: 0 });
  }

  await using drain = start(folder.settings);
  await until('they are stored', () => drain.status().storedClicks === 2);

  expect(new Set((await rowsOf(linkId)).map((row) => row['visitor'])).size).toBe(1);
});

test('a drain that dies is restarted and continues', async () => {
  using folder = dataFolder();
  await using drain = start(folder.settings);
  const linkId = crypto.randomUUID();
  const day = utcDay(Date.now());
  const trap = segmentFile({ kind: 'clicks', day, batch: crypto.randomUUID(), state: 'open' });
  mkdirSync(join(spoolFolder(folder.path), trap));

  drain.post({ kind: 'closed', file: trap });
  await until('it has died', () => drain.log.some((line) => line.includes('The drain failed')));
  Bun.spawnSync(['rmdir', join(spoolFolder(folder.path), trap)]);
  spool(folder.settings, visitsOf(linkId, 2), 'open');

  await until('it is back', async () => (await counted(linkId)).rows === 2);
});

async function throughProxy(settings: DrainSettings, fateOf: () => Fate) {
  const target = new URL(settings.clickHouseUrl);
  const proxy = await lossyProxy(target.origin, fateOf);
  const clickHouseUrl = Object.assign(new URL(target), { port: String(proxy.port) }).href;
  return { settings: { ...settings, clickHouseUrl }, [Symbol.dispose]: () => proxy.close() };
}

test('[counted-once] with a third of all responses lost each visit is stored once', async () => {
  using folder = dataFolder();
  const linkId = crypto.randomUUID();
  let inserts = 0;
  const fates: Fate[] = ['lose the answer', 'pass', 'pass', 'lose the request', 'lose the answer'];
  using lossy = await throughProxy(
    folder.settings,
    () => fates[inserts++ % fates.length] ?? 'pass',
  );
  for (let index = 0; index < 20; index += 1)
    spool(folder.settings, visitsOf(linkId, 25), 'sealed');

  await using drain = start(lossy.settings);
  await until('all are gone', drained(folder.settings), 40);

  expect(await counted(linkId)).toEqual({ rows: 500, visits: 500 });
  expect(inserts).toBeGreaterThan(20);
  expect(drain.status().refusedRecords).toBe(0);
});

test('[counted-once] an insert that hangs is canceled after ten seconds, and its outcome is queried @more', async () => {
  using folder = dataFolder();
  const linkId = crypto.randomUUID();
  const fates: Fate[] = ['hang'];
  using lossy = await throughProxy(folder.settings, () => fates.shift() ?? 'pass');
  spool(folder.settings, visitsOf(linkId, 5), 'sealed');

  await using drain = start(lossy.settings);
  await until('it gives up', () => drain.log.join().includes('Clicks wait'));
  await until('it is gone', drained(folder.settings));

  expect(await counted(linkId)).toEqual({ rows: 5, visits: 5 });
});

test('[counted-once] a restored copy and a cloned volume next to the original store nothing twice', async () => {
  using folder = dataFolder();
  using clone = dataFolder();
  const linkId = crypto.randomUUID();
  for (let index = 0; index < 10; index += 1)
    spool(folder.settings, visitsOf(linkId, 20), 'sealed');
  spool(folder.settings, visitsOf(linkId, 20), 'open');
  cpSync(folder.path, clone.path, { recursive: true });
  {
    await using _drain = start(folder.settings);
    await using _beside = start(clone.settings);
    await until('both are done', () => drained(folder.settings)() && drained(clone.settings)());
  }
  expect(await counted(linkId)).toEqual({ rows: 220, visits: 220 });

  using restored = dataFolder();
  for (let index = 0; index < 3; index += 1) spool(folder.settings, visitsOf(linkId, 10), 'sealed');
  cpSync(folder.path, restored.path, { recursive: true });
  {
    await using _drain = start(folder.settings);
    await until('the original is done', drained(folder.settings));
  }
  await using _drain = start(restored.settings);
  await until('the restored copy is done', drained(restored.settings));

  expect(await counted(linkId)).toEqual({ rows: 250, visits: 250 });
});

test('an invalid visit among valid ones is set aside alone in a dead letter', async () => {
  using folder = dataFolder();
  const linkId = crypto.randomUUID();
  const visits = visitsOf(linkId, 40);
  visits[17] = aVisit({ clickId: 'no id', linkId, atMs: Date.now() });
  spool(folder.settings, visits, 'sealed');

  await using drain = start(folder.settings);
  await until('all is settled', drained(folder.settings), 40);

  expect(await counted(linkId)).toEqual({ rows: 39, visits: 39 });
  await until('it is counted', () => drain.status().refusedRecords === 1);
  const letters = readdirSync(join(spoolFolder(folder.path), 'dead'));
  expect(letters).toHaveLength(1);
});

test('[counted-once] with ClickHouse killed again and again each visit is stored once @more', async () => {
  using folder = dataFolder();
  const server = await startClickHouse();
  const clickHouseUrl = urlOf({ ...server, database: 'default' });
  const migrations = join(import.meta.dir, '../clickhouse');
  await migrateClickHouse({
    url: clickHouseUrl,
    folder: migrations,
    exclusively: (work) => work(),
  });
  const settings = { ...folder.settings, clickHouseUrl };
  const linkId = crypto.randomUUID();
  for (let index = 0; index < 60; index += 1) spool(settings, visitsOf(linkId, 20), 'sealed');

  {
    await using _drain = start(settings);
    for (const left of isExtended ? [50, 35, 20] : [40]) {
      await until('some are stored', () => segmentsIn(settings, 'sealed').length <= left);
      await server.crashAndRestart();
    }
    await until('all are gone', drained(settings), 60);
  }

  const client = server.client();
  const query =
    'SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(click_id)) AS visits FROM clicks';
  const answer = await client.query({ query, format: 'JSONEachRow' });
  expect(await answer.json<Counted>()).toEqual([{ rows: 1200, visits: 1200 }]);
  await client.close();
  await server.stop();
});

test('[never-lost] [counted-once] a drain that is killed at any moment stores each visit once', async () => {
  using folder = dataFolder();
  const linkId = crypto.randomUUID();
  const program = join(import.meta.dir, 'support/processes/drain-process.ts');
  let written = 0;

  const rounds = caseCount({ check: 3, extended: 12 });
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < 15; index += 1) {
      spool(folder.settings, visitsOf(linkId, 30), index % 5 === 0 ? 'open' : 'sealed');
      written += 30;
    }
    const before = segmentsIn(folder.settings, 'sealed').length;
    const child = Bun.spawn(['bun', program, JSON.stringify(folder.settings)], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    await until('it is at work', () => segmentsIn(folder.settings, 'sealed').length < before);
    await Bun.sleep(Math.random() * 60);
    child.kill('SIGKILL');
    await child.exited;
  }
  await using _drain = start(folder.settings);
  await until('all are gone', drained(folder.settings), 40);

  expect(await counted(linkId)).toEqual({ rows: written, visits: written });
});
