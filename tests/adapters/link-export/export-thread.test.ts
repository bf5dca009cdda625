import { afterAll, expect, test } from 'bun:test';
import { heapSize } from 'bun:jsc';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import { linkFile } from '#adapters/http/links/link-export';
import { exportThread } from '#adapters/link-export/export-thread';
import { connect, isPostgresOutage } from '#adapters/postgres/connect';
import { postgresLinks } from '#adapters/postgres/links/links';
import { postgresSplitTests } from '#adapters/postgres/split-tests/split-tests';
import type { FilterAt } from '#core/links/link-filter';
import { listLinks } from '#core/links/read-links';
import { testResults } from '#core/split-tests/tests';
import { newUser } from '#tests/support/builders/people';
import { seedLinks } from '#tests/support/builders/seeded-links';
import { testClickHouse, urlOf } from '#tests/support/databases/clickhouse';
import { testDatabase } from '#tests/support/databases/postgres';
import { eventSchema, schema } from '#tests/support/databases/schema';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';

const entry = new URL('../../../src/export.ts', import.meta.url);
const areThereDescriptors = () => true;

const clickHouse = await testClickHouse(eventSchema);
const database = await testDatabase(schema);
const databaseUrl = database.url;
const sql = connect(databaseUrl);
afterAll(async () => {
  await sql.end();
  await Promise.all([database.drop(), clickHouse.drop()]);
});
const totals = clickhouseLinkTotals(clickHouse.client);
const shortOrigin = 'https://go.example';
const shown = { shortOrigin, visitorsAre: 'cookieless' } as const;
const settings = { databaseUrl, clickHouseUrl: urlOf(clickHouse), ...shown };
const exportLinks = exportThread({ entry, settings, areThereDescriptors });
const here = linkFile({
  list: (userId, filter) => listLinks({ links: postgresLinks(sql), totals }, userId, filter),
  resultsOf: (userId, linkIds) => testResults(postgresSplitTests(sql), userId, linkIds),
  ...shown,
  currenciesOf: totals.currenciesOf,
});

async function ownerOf(count: number, prefix: string): Promise<string> {
  const userId = await newUser(sql);
  if (count > 0) await seedLinks(databaseUrl, { userId, count, bytes: 500 }, prefix);
  return userId;
}

async function textOf(pieces: AsyncGenerator<string, void, void>): Promise<string> {
  return (await Array.fromAsync(pieces)).join('');
}

async function connections(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()`;
  return row?.count ?? 0;
}

test('the file is the same as one that is written here', async () => {
  const [some, none] = [await ownerOf(1200, 'Some'), await ownerOf(0, 'None')];

  const expected = await textOf(here(some));
  expect(expected.split('\r\n')).toHaveLength(1202);
  // Each of these links has a split test.
  expect(expected.split('Not judged yet: the first judgement')).toHaveLength(1201);
  expect(await textOf(exportLinks(some))).toBe(expected);
  expect(await textOf(exportLinks(none))).toBe(await textOf(here(none)));
});

test('an export gets only the links that its filter leaves', async () => {
  const userId = await ownerOf(60, 'Few');
  await sql`UPDATE links SET title = 'Boots' WHERE user_id = ${userId} AND number % 2 = 0`;
  const filter: FilterAt = {
    search: 'boots',
    destination: null,
    isTracking: false,
    isSplit: false,
    status: null,
    labels: { tags: [], folders: [] },
    at: new Date(),
  };

  const text = await textOf(exportLinks(userId, filter));

  expect(text.split('\r\n')).toHaveLength(32);
  expect(text.match(/,Boots,/g)).toHaveLength(30);
  expect(await textOf(here(userId, filter))).toBe(text);
});

test('several exports at once each get their own links', async () => {
  const owners = await Promise.all(['A', 'B', 'C'].map((prefix) => ownerOf(700, prefix)));

  const texts = await Promise.all(owners.map((userId) => textOf(exportLinks(userId))));

  const expected = await Promise.all(owners.map((userId) => textOf(here(userId))));
  expect(texts).toEqual(expected);
});

/** A thread that is asked for a piece of 1 MB at a time, and writes a file when its reader stops. */
function endlessThread(folder: string) {
  const [file, stopped] = [join(folder, 'endless.ts'), join(folder, 'stopped')];
  writeFileSync(
    file,
    `
    import { writeFileSync } from 'node:fs';
    self.addEventListener('message', ({ data: { kind, port } }) => {
      if (kind !== 'export') return;
      port.addEventListener('message', ({ data }) => {
        if (data === 'stop') writeFileSync('${stopped}', '');
        else port.postMessage({ kind: 'piece', text: 'x'.repeat(2 ** 20) });
      });
      port.start();
    });`,
  );
  const endless = exportThread({ entry: pathToFileURL(file), settings, areThereDescriptors });
  return { endless, isStopped: () => existsSync(stopped) };
}

test('no piece is kept after its reader has it, and the thread learns that the reader has stopped', async () => {
  using folder = tempFolder();
  const { endless, isStopped } = endlessThread(folder.path);
  const heldMb = () => {
    Bun.gc(true);
    return heapSize() / 2 ** 20;
  };
  let read = 0;
  const before = heldMb();

  for await (const piece of endless(Bun.randomUUIDv7())) {
    expect(piece.length).toBe(2 ** 20);
    read += 1;
    if (read < 50) continue;
    expect(isStopped()).toBe(false);
    expect(heldMb() - before).toBeLessThan(10);
    break;
  }

  await until('the thread has been told', isStopped);
});

test('after a reader that stopped, the next export is whole', async () => {
  const userId = await ownerOf(1200, 'Stop');

  for await (const piece of exportLinks(userId)) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }

  expect((await textOf(exportLinks(userId))).split('\r\n')).toHaveLength(1202);
});

test('while Postgres is away, the error is an outage', async () => {
  const away = { ...settings, databaseUrl: 'postgres://nobody@127.0.0.1:9/none' };
  const pieces = exportThread({ entry, settings: away, areThereDescriptors })(Bun.randomUUIDv7());

  const error: unknown = await textOf(pieces).catch((reason: unknown) => reason);

  expect(isPostgresOutage(error)).toBe(true);
});

test('when its thread fails, an export fails, and the next one gets a new thread', async () => {
  using folder = tempFolder();
  const [file, flag] = [join(folder.path, 'failing.ts'), join(folder.path, 'has-failed')];
  const failingOnce = `
    import '${entry.pathname}';
    import { existsSync, writeFileSync } from 'node:fs';
    if (!existsSync('${flag}')) {
      writeFileSync('${flag}', '');
      throw new Error('on purpose');
    }`;
  writeFileSync(file, failingOnce);
  const failing = exportThread({ entry: pathToFileURL(file), settings, areThereDescriptors });
  const userId = await ownerOf(3, 'Fail');

  await expect(textOf(failing(userId))).rejects.toThrow(/on purpose/);
  expect((await textOf(failing(userId))).split('\r\n')).toHaveLength(5);
});

test('an idle thread ends with its connection, and the next export gets a new thread', async () => {
  const brief = exportThread({ entry, settings, areThereDescriptors, idleMs: 50 });
  const userId = await ownerOf(3, 'Idle');
  const others = await connections();

  const text = await textOf(brief(userId));
  await until('its connection is closed', async () => (await connections()) === others);

  expect(await textOf(brief(userId))).toBe(text);
});

test('without file descriptors for a thread, an export is refused', async () => {
  const refused = exportThread({ entry, settings, areThereDescriptors: () => false });

  await expect(textOf(refused(Bun.randomUUIDv7()))).rejects.toMatchObject({ code: 'unavailable' });
});
