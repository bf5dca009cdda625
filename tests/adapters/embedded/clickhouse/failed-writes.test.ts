import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { ClickHouseError, type ClickHouseClient } from '@clickhouse/client';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import {
  launchClickHouse,
  type EmbeddedClickHouse,
} from '#adapters/embedded/clickhouse/embedded-clickhouse';
import { noSmallDisk, smallDisk, type SmallDisk } from '#tests/support/processes/small-disk';
import { until } from '#tests/support/until';

setDefaultTimeout(120_000);

const why = noSmallDisk();
if (why !== null) console.log(`skipped: writes on a full disk (${why})`);
const onSmallDisk = test.skipIf(why !== null);

const said: string[] = [];
let disk: SmallDisk;
let engine: EmbeddedClickHouse;
let client: ClickHouseClient;
/** Its statements run one after the other. */
let oneByOne: ClickHouseClient;

beforeAll(async () => {
  if (why !== null) return;
  disk = await smallDisk(110);
  engine = await launchClickHouse({ dataDir: disk.at('data'), log: (text) => said.push(text) });
  const url = new URL(engine.url);
  url.username = engine.user;
  url.password = engine.password;
  client = connectClickHouse(url.href);
  oneByOne = connectClickHouse(url.href, 'drain');
});
afterAll(async () => {
  if (why !== null) return;
  await client.close();
  await oneByOne.close();
  await engine.stop();
  await disk.remove();
});
beforeEach(async () => {
  said.length = 0;
  if (why === null) await run('DROP TABLE IF EXISTS t SYNC');
});

const outcomeOf = (statement: Promise<unknown>) =>
  statement.then(
    () => 'stored' as const,
    () => 'failed' as const,
  );
const run = (query: string) => client.command({ query });
const hasFailed = (): boolean => said.some((text) => text.includes('writes failed'));

async function read<Row>(query: string): Promise<Row | undefined> {
  const answer = await client.query({ query, format: 'JSONEachRow' });
  const [row] = await answer.json<Row>();
  return row;
}

/** All of the table, read from its files. */
function content() {
  return read<{ rows: string; sum: string }>(
    'SELECT toString(count()) AS rows, toString(sum(cityHash64(id, text))) AS sum FROM t',
  );
}

/** Fills the disk as soon as a new part has a folder: the engine has begun to write its files. */
async function fillWhileWriting(prefix: string, until: Promise<unknown>): Promise<void> {
  const isOver = until.then(() => true);
  const folders = new Bun.Glob(`clickhouse/data/store/*/*/${prefix}*`);
  while ([...folders.scanSync({ cwd: disk.at('data'), onlyFiles: false })].length === 0) {
    if ((await Promise.race([isOver, Bun.sleep(1)])) === true) return;
  }
  disk.fill();
}

/** A process that was started on the full disk may end within a second. */
async function makeRoom(): Promise<void> {
  disk.free();
  await Bun.sleep(1200);
  await until('the engine answers', () => run('SELECT 1').then(Boolean, () => false));
}

const createTable = () =>
  run('CREATE TABLE t (id UInt64, text String) ENGINE = MergeTree ORDER BY id');
const insertRows = (count: number) =>
  run(`INSERT INTO t SELECT rand64(), randomPrintableASCII(100) FROM numbers(${count})`);

onSmallDisk(
  '[never-lost] an insert is not answered when the disk became full while its files were written',
  async () => {
    for (let attempt = 0; !hasFailed() && attempt < 20; attempt += 1) {
      await run('DROP TABLE IF EXISTS t SYNC');
      await createTable();
      const inserting = outcomeOf(insertRows(300_000));
      await fillWhileWriting('tmp_insert', inserting);
      const outcome = await inserting;
      await makeRoom();

      expect({ outcome, ...(await content()) }).toMatchObject(
        outcome === 'stored' ? { rows: '300000' } : { rows: '0' },
      );
    }
    expect(hasFailed()).toBe(true);
  },
);

onSmallDisk(
  '[never-lost] parts are kept when the disk became full while they were merged',
  async () => {
    for (let attempt = 0; !hasFailed() && attempt < 20; attempt += 1) {
      await run('DROP TABLE IF EXISTS t SYNC');
      await createTable();
      await run('SYSTEM STOP MERGES t');
      for (let part = 0; part < 12; part += 1) await insertRows(12_000);
      const before = await content();
      await run('SYSTEM START MERGES t');
      await fillWhileWriting('tmp_merge', Bun.sleep(5000));
      await Bun.sleep(2000);
      await makeRoom();

      expect(await content()).toEqual(before);
    }
    expect(hasFailed()).toBe(true);
  },
);

onSmallDisk(
  '[never-lost] a table is kept when the disk became full while its definition was written',
  async () => {
    await createTable();
    await insertRows(1000);
    const before = await content();
    // Changes nothing, but the definition is copied: the next statement needs no space for a copy.
    await run("ALTER TABLE t MODIFY COMMENT ''");
    const queued = await startQueued('ALTER TABLE t ADD COLUMN more UInt64');
    disk.fill();

    expect(await queued.outcome).toBe('failed');
    await makeRoom();

    expect(await content()).toEqual(before);
    expect(hasFailed()).toBe(true);
  },
);

/**
 * Sends a statement that waits for its turn for a second and more: the engine has seen that there is
 * enough space for it, and has not begun it.
 */
async function startQueued(query: string): Promise<{ outcome: Promise<'stored' | 'failed'> }> {
  const sleeping = oneByOne.command({
    query: 'SELECT sleepEachRow(1) FROM numbers(6) SETTINGS max_block_size = 1',
  });
  await until('the first statement runs', async () => {
    const row = await read<{ running: string }>(
      "SELECT toString(count()) AS running FROM system.processes WHERE query LIKE 'SELECT sleep%'",
    );
    return row?.running === '1';
  });
  const outcome = outcomeOf(oneByOne.command({ query }));
  await Bun.sleep(1000);
  return { outcome: Promise.all([outcome, sleeping]).then(([one]) => one) };
}

onSmallDisk('without space nothing is begun that needs some, and the rest goes on', async () => {
  await createTable();
  await insertRows(10);
  disk.fill();
  const codes: string[] = [];
  for (const query of [
    'CREATE TABLE u (id UInt64) ENGINE = MergeTree ORDER BY id',
    'ALTER TABLE t ADD COLUMN more UInt64',
    'RENAME TABLE t TO u',
    "INSERT INTO t VALUES (1, 'one')",
  ]) {
    await run(query).catch((error: unknown) =>
      codes.push(error instanceof ClickHouseError ? error.code : String(error)),
    );
  }
  const whileFull = await content();
  disk.free();
  await insertRows(1);

  expect(codes).toEqual(['243', '243', '243', '243']);
  expect(whileFull).toMatchObject({ rows: '10' });
  expect(await content()).toMatchObject({ rows: '11' });
  expect(hasFailed()).toBe(false);
});
