import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newBackupKey } from '#adapters/backups/key-seal';
import type { Manifest } from '#core/backup/manifest';
import { connect, type Sql } from '#adapters/postgres/connect';
import { enginesOf } from '#roots/compose/installation';
import { newUser } from '#tests/support/builders/people';
import { cleanUps } from '#tests/support/clean-ups';
import { signUp } from '#tests/support/person';
import { freePort } from '#adapters/embedded/free-port';
import { backupRound } from '#tests/support/processes/backup-round';
import { operate } from '#tests/support/processes/operate';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { eventually } from '#tests/support/waiting';

const rounds = 10;
const cleanUp = cleanUps();

/** A folder for backups, or for a server of the test. */
async function aPlace(): Promise<string> {
  const { path, remove } = await newDataDir();
  cleanUp.add(remove);
  return path;
}

type Load = { readonly visitsBefore: number; readonly pauseMs: number };

/** Runs one round and compares: everything accepted before the backup, and nothing twice. */
async function proveRound(target: string, env: Record<string, string>, load: Load) {
  const round = await backupRound({ target, env, ...load, addCleanUp: cleanUp.add });
  const { clicks, different } = await round.stored();
  const listed: { id: string }[] = await (await round.owner.get('/api/links')).json();
  await round.restored.killTree();
  console.log(
    `${round.acceptedBefore} accepted before the backup, ${clicks} restored, ${round.begun} begun`,
  );

  expect(listed.map(({ id }) => id).toSorted()).toEqual(round.links.toSorted());
  expect(clicks).toBeGreaterThanOrEqual(round.acceptedBefore);
  expect(clicks).toBeLessThanOrEqual(round.begun);
  expect(different).toBe(clicks);
}

test(`[backup-whole] over ${rounds} rounds, backups at random moments of a load are restored without a loss and without a repeat`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const key = round % 4 < 2 ? {} : { BACKUP_KEY: newBackupKey() };
    // Every other load is calm, so that the backup finds most visits in ClickHouse.
    const load = {
      visitsBefore: 50 + Math.floor(Math.random() * 3000),
      pauseMs: round % 2 === 0 ? 0 : 10,
    };
    await proveRound(await aPlace(), key, load);
  }
}, 900_000);

test('[backup-whole] the same with an independent S3 server', async () => {
  const env = await anS3Server();

  await proveRound(
    's3://backups/of/waypost',
    { ...env, BACKUP_KEY: newBackupKey() },
    {
      visitsBefore: 500,
      pauseMs: 10,
    },
  );

  const { code, out } = await operate(['backup', 'list', 's3://backups/of/waypost'], env);
  expect(code).toBe(78);
  expect(out).toMatch(/^\S+ {2}The backup \S+ is encrypted: set BACKUP_KEY\n$/);
}, 300_000);

test('[backup-whole] with BACKUP_TO a backup is made by itself, old ones are removed, and a deletion is known there', async () => {
  const [dataDir, place] = [await aPlace(), await aPlace()];
  const env = { BACKUP_TO: place, BACKUP_KEEP: '1' };
  const waypost = await startWaypost({ dataDir, env });
  cleanUp.add(waypost.killTree);
  const owner = await signUp(waypost.url);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  const manifests = () =>
    readdirSync(place).includes('manifests') ? readdirSync(join(place, 'manifests')) : [];
  const first = await eventually(manifests, (names) => names.length === 1);
  const metrics = await eventually(
    async () => (await fetch(`${waypost.url}/metrics`)).text(),
    (text) => /^waypost_backup_last_success_timestamp_seconds \d/m.test(text),
  );
  const [, completed] = /^waypost_backup_last_success_timestamp_seconds (\S+)/m.exec(metrics) ?? [];
  expect(Math.abs(Date.now() / 1000 - Number(completed))).toBeLessThan(60);

  expect((await operate(['backup', place], { DATA_DIR: dataDir })).code).toBe(0);
  await owner.send('DELETE', `/api/links/${link.id}`);
  await eventually(
    async () => (await Bun.file(join(place, 'deleted.json')).text()).includes(link.id),
    (isKnown) => isKnown,
    100,
  );
  await waypost.stop();

  // The schedule itself removes what is more than BACKUP_KEEP; the operator's own command does not.
  expect(manifests()).toHaveLength(2);
  expect((await operate(['backup', 'scheduled'], { ...env, DATA_DIR: dataDir })).code).toBe(0);
  expect(manifests()).toHaveLength(1);
  expect(manifests()).not.toEqual([...first]);

  const restored = join(await aPlace(), 'data');
  const ids = (await operate(['backup', 'list', place], {})).out;
  expect(ids).toContain('0 links');
  expect((await operate(['restore', place], { DATA_DIR: restored })).code).toBe(0);
}, 300_000);

test('[backup-whole] failed runs leave nothing at the place, and a damaged backup there costs no other one', async () => {
  const [place, installed] = [await aPlace(), await startedDataDir()];
  cleanUp.add(installed.remove);
  const env = { BACKUP_TO: place, BACKUP_KEEP: '2', DATA_DIR: installed.path };
  const scheduled = () => operate(['backup', 'scheduled'], env);
  const ids = () =>
    readdirSync(join(place, 'manifests'))
      .map((name) => name.slice(0, -5))
      .toSorted();
  const files = () => readdirSync(join(place, 'files')).toSorted();
  expect((await scheduled()).code).toBe(0);
  const [first = ''] = ids();
  const ofFirst = files();

  // As a kill leaves them; and an attempt that fails after everything was copied.
  writeFileSync(join(place, 'files', `${crypto.randomUUID()}.zst`), 'x');
  writeFileSync(join(place, 'files', `${crypto.randomUUID()}.zst.draft`), 'x');
  writeFileSync(join(place, 'deleted.json'), 'x');
  const failed = await scheduled();
  expect([failed.code, failed.err]).toEqual([
    78,
    'waypost: The list of deletions cannot be read\n',
  ]);
  expect([ids(), files()]).toEqual([[first], ofFirst]);

  rmSync(join(place, 'deleted.json'));
  writeFileSync(join(place, 'manifests', `${first}.json`), '{');
  const complete = await scheduled();
  expect(complete.code).toBe(4);
  expect(complete.out).toContain(`could not be removed: The manifest of the backup ${first}`);
  const listed = await operate(['backup', 'list', place], {});
  expect(listed.code).toBe(78);
  expect(listed.out.split('\n')).toEqual([
    `${first}  The manifest of the backup ${first} cannot be read`,
    expect.stringContaining('0 accounts'),
    '',
  ]);

  // It is known as made, so that the schedule does not repeat it until no earlier one is left.
  expect((await scheduled()).code).toBe(0);
  expect(ids()).not.toContain(first);
  const last: Manifest = await Bun.file(join(place, 'manifests', `${ids().at(-1)}.json`)).json();
  expect(last.accounts.tables.find(({ table }) => table === 'backups')?.rows).toBe(2);
}, 300_000);

test('[backup-whole] [complete-erasure] a picture comes back with its account, and one that was removed while the backup was made does not', async () => {
  const [place, installed] = [await aPlace(), await startedDataDir()];
  cleanUp.add(installed.remove);
  const [kept, removed] = ['a'.repeat(32), 'b'.repeat(32)];
  await withDatabase(installed.path, async (sql) => {
    const userId = await newUser(sql);
    await sql`
      INSERT INTO objects (key, user_id, created_at)
      VALUES (${`avatars/${kept}`}, ${userId}, now())`;
  });
  mkdirSync(join(installed.path, 'objects', 'avatars'), { recursive: true });
  for (const name of [kept, removed]) {
    writeFileSync(join(installed.path, 'objects', 'avatars', `${name}.jpg`), 'a face');
  }

  const restored = join(await aPlace(), 'data');
  expect((await operate(['backup', place], { DATA_DIR: installed.path })).code).toBe(0);
  expect((await operate(['restore', place], { DATA_DIR: restored })).code).toBe(0);

  expect(readdirSync(join(restored, 'objects', 'avatars'))).toEqual([`${kept}.jpg`]);
}, 300_000);

/** Runs the work with the Postgres of an installation that is not running. */
async function withDatabase(dataDir: string, work: (sql: Sql) => Promise<void>): Promise<void> {
  const config = { databaseUrl: null, clickhouseUrl: null };
  const engines = await enginesOf({ config, dataDir });
  const sql = connect(engines.postgresUrl, { connections: 1 });
  try {
    await work(sql);
  } finally {
    await sql.end();
    await engines.end();
  }
}

/** Installs s3rver from npm into a scratch folder and starts it. Returns the settings for it. */
async function anS3Server(): Promise<Record<string, string>> {
  const folder = await aPlace();
  await Bun.write(join(folder, 'package.json'), '{"name":"scratch","private":true}');
  const install = Bun.spawn([process.execPath, 'add', '--exact', '--no-progress', 's3rver@3.7.1'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if ((await install.exited) !== 0) throw new Error('s3rver could not be installed');
  const port = await freePort();
  mkdirSync(join(folder, 'buckets', 'backups'), { recursive: true });
  const server = Bun.spawn(
    [
      ...['node', join(folder, 'node_modules/s3rver/bin/s3rver.js')],
      ...['--directory', join(folder, 'buckets'), '--port', String(port), '--address', '127.0.0.1'],
      ...['--configure-bucket', 'backups', '--silent'],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  cleanUp.add(() => server.kill());
  const endpoint = `http://127.0.0.1:${port}`;
  await eventually(
    () => fetch(endpoint),
    (answer) => answer.status > 0,
  );
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
}
