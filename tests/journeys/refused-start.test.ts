import { expect, test } from 'bun:test';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanUps } from '#tests/support/clean-ups';
import { testDatabase } from '#tests/support/databases/postgres';
import { refusal } from '#tests/support/processes/refusal';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';

const cleanUp = cleanUps();
const taken =
  'another Waypost or another program listens there (`ss -ltnp` names it): stop it, or set another PORT';

async function emptyDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  cleanUp.add(dataDir.remove);
  return dataDir.path;
}

async function started(options: Parameters<typeof startWaypost>[0]): Promise<Waypost> {
  const waypost = await startWaypost(options);
  cleanUp.add(() => waypost.killTree());
  return waypost;
}

test('[clear-start-errors] an invalid setting stops the start with one line that names it, and code 78', async () => {
  const { exitCode, said } = await refusal({ APP_SECRET: 'short', DATA_DIR: await emptyDataDir() });

  expect(exitCode).toBe(78);
  expect(said).toBe('waypost: APP_SECRET: must have at least 32 characters');
});

test('[one-owner] a second application on the same DATA_DIR or port ends with one clear line', async () => {
  const { path: dataDir, remove } = await startedDataDir();
  cleanUp.add(remove);
  const { url } = await started({ dataDir });
  const PORT = new URL(url).port;

  const onFolder = await refusal({ DATA_DIR: dataDir });
  const onPort = await refusal({ DATA_DIR: await emptyDataDir(), PORT });

  expect(onFolder.exitCode).toBe(78);
  expect(onFolder.said.split('\n')).toHaveLength(1);
  expect(onFolder.said).toContain('is in use by another Waypost');
  expect(onPort).toEqual({
    exitCode: 78,
    said: `waypost: HOST 127.0.0.1 and PORT ${PORT}: ${taken}`,
  });
});

test('[clear-start-errors] an unavailable address is reported in one line', async () => {
  const other = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } });
  cleanUp.add(() => other.stop(true));
  const PORT = String(other.port);

  const second = await refusal({ DATA_DIR: await emptyDataDir(), PORT });
  const foreign = await refusal({ DATA_DIR: await emptyDataDir(), HOST: '192.0.2.1', PORT: '1' });

  expect(second).toEqual({
    exitCode: 78,
    said: `waypost: HOST 127.0.0.1 and PORT ${PORT}: ${taken}`,
  });
  expect(foreign).toEqual({
    exitCode: 78,
    said: 'waypost: HOST 192.0.2.1 and PORT 1: this machine has no such address',
  });
});

test('[one-owner] an empty Postgres is rejected while DATA_DIR has data', async () => {
  const database = await testDatabase();
  cleanUp.add(database.drop);
  const dataDir = await emptyDataDir();
  await mkdir(join(dataDir, 'postgres'), { recursive: true });

  const { exitCode, said } = await refusal({ DATA_DIR: dataDir, DATABASE_URL: database.url });

  expect(exitCode).toBe(78);
  expect(said).toContain('DATABASE_URL: the server is empty while DATA_DIR contains the data');
});

test('[one-owner] a start without DATABASE_URL is rejected where the data is on a server, and leaves the links', async () => {
  const database = await testDatabase();
  cleanUp.add(database.drop);
  const dataDir = await emptyDataDir();
  const waypost = await started({ dataDir, env: { DATABASE_URL: database.url } });
  await waypost.stop();
  const files = (await readdir(dataDir)).toSorted();
  const links = await readFile(join(dataDir, 'links.snapshot'));

  const { exitCode, said } = await refusal({ DATA_DIR: dataDir });

  expect(exitCode).toBe(78);
  expect(said).toContain(
    'DATABASE_URL: it is not set, but the data of this DATA_DIR is on a server',
  );
  expect((await readdir(dataDir)).toSorted()).toEqual(files);
  expect(await readFile(join(dataDir, 'links.snapshot'))).toEqual(links);
});

test('[clear-start-errors] a Postgres that rejects the login, or lacks the database, is reported in one line @more', async () => {
  const database = await testDatabase();
  cleanUp.add(database.drop);
  const wrongPassword = Object.assign(new URL(database.url), { password: 'not-the-password' });
  const noDatabase = Object.assign(new URL(database.url), { pathname: '/nowhere' });

  const unauthorized = await refusal({
    DATA_DIR: await emptyDataDir(),
    DATABASE_URL: wrongPassword.href,
  });
  const missing = await refusal({
    DATA_DIR: await emptyDataDir(),
    DATABASE_URL: noDatabase.href,
  });

  expect(unauthorized).toEqual({
    exitCode: 78,
    said: 'waypost: DATABASE_URL: the server refuses this user and password',
  });
  expect(missing).toEqual({
    exitCode: 78,
    said: 'waypost: DATABASE_URL: the server has no database of that name',
  });
});

test('[one-owner] a second embedded ClickHouse for one Postgres is rejected @more', async () => {
  const database = await testDatabase();
  cleanUp.add(database.drop);
  const shared = { DATABASE_URL: database.url, APP_SECRET: 'the secret that both of them have' };
  await started({ dataDir: await emptyDataDir(), env: shared });

  const { exitCode, said } = await refusal({ DATA_DIR: await emptyDataDir(), ...shared });

  expect(exitCode).toBe(78);
  expect(said).toContain('CLICKHOUSE_URL: another Waypost stores the events');
});

test('[one-secret] a second instance with another secret is rejected with a line that says what to do @more', async () => {
  const database = await testDatabase();
  cleanUp.add(database.drop);
  await started({ dataDir: await emptyDataDir(), env: { DATABASE_URL: database.url } });

  const second = await refusal({ DATA_DIR: await emptyDataDir(), DATABASE_URL: database.url });

  expect(second).toEqual({
    exitCode: 78,
    said: expect.stringMatching(/^waypost: APP_SECRET: this database was used with another one.*$/),
  });
});
