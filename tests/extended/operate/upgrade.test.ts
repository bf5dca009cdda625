import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUps } from '#tests/support/clean-ups';
import { everythingKept } from '#tests/support/databases/everything-kept';
import { numbersOnceCounted } from '#tests/support/readers/numbers';
import { personAt, signUp } from '#tests/support/person';
import { visit } from '#tests/support/visitor';
import { operate } from '#tests/support/processes/operate';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';

const root = join(import.meta.dir, '../../..');
/** The version from which every later one must be able to start; it stays the same for ever. */
const oldest = '60d197e';
const git = (...args: string[]) => Bun.spawnSync(['git', ...args], { cwd: root });
const isThere = git('cat-file', '-e', `${oldest}^{commit}`).exitCode === 0;
const named = isThere ? '' : ` (needs the history with ${oldest})`;

const cleanUp = cleanUps();

/** The sources of the oldest version with its packages, in a folder of its own. */
function oldVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-old-'));
  cleanUp.add(() => rmSync(folder, { recursive: true, force: true }));
  const archive = git('archive', '--format=tar', oldest);
  for (const command of [
    ['tar', '-x', '-C', folder],
    [process.execPath, 'install', '--frozen-lockfile'],
  ]) {
    const { exitCode, stderr } = Bun.spawnSync(command, { cwd: folder, stdin: archive.stdout });
    if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString()}`);
  }
  return folder;
}

const startOf = (folder: string, args: readonly string[], dataDir: string) =>
  Bun.spawnSync([process.execPath, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: dataDir, DATA_DIR: dataDir, PORT: '0' },
    timeout: 60_000,
  });

test.skipIf(!isThere)(
  `[migrations] an old version's data is whole after an upgrade, is refused by the old version afterwards, and can go back to it with the backup that the start made${named}`,
  async () => {
    const dataDir = await newDataDir();
    cleanUp.add(dataDir.remove);
    const folder = oldVersion();
    const old = await startWaypost({ dataDir: dataDir.path, root: folder, withinSeconds: 120 });
    cleanUp.add(() => old.killTree());
    const owner = await signUp(old.url);
    const link = await owner.createLink({
      originalUrl: 'https://shop.example/',
      customAlias: 'kept',
    });
    for (let n = 0; n < 5; n += 1) await visit(`${old.url}/kept`);
    await numbersOnceCounted(owner, 5, 20);
    // This one is in the spool when the old version ends.
    await visit(`${old.url}/kept`);
    await old.stop();

    const planned = startOf(root, ['start', '--dry-run'], dataDir.path);
    expect([planned.exitCode, planned.stderr.toString()]).toEqual([0, expect.any(String)]);
    expect(planned.stdout.toString()).toMatch(/^Postgres: \d{4}_[a-z0-9_-]+\.sql/m);
    expect(planned.stdout.toString()).toContain(`would make a backup in ${dataDir.path}`);
    expect(existsSync(join(dataDir.path, 'before-upgrade'))).toBe(false);

    const now = await startWaypost({ dataDir: dataDir.path, withinSeconds: 120 });
    cleanUp.add(() => now.killTree());
    const again = personAt(now.url, owner.cookie);
    const followed = await visit(`${now.url}/kept`);
    expect(followed.headers.get('location')).toBe('https://shop.example/');
    expect((await numbersOnceCounted(again, 7, 20)).totalClicks).toBe(7);
    const links: { id: string }[] = await (await again.get('/api/links')).json();
    expect(links.map(({ id }) => id)).toEqual([link.id]);
    await now.stop();

    const nothingToDo = startOf(root, ['start', '--dry-run'], dataDir.path);
    expect(nothingToDo.stdout.toString()).toContain('Postgres is up to date');
    const refused = startOf(folder, ['src/main.ts'], dataDir.path);
    expect(refused.exitCode).not.toBe(0);
    const unharmed = await startWaypost({ dataDir: dataDir.path });
    cleanUp.add(() => unharmed.killTree());
    expect((await visit(`${unharmed.url}/kept`)).status).toBe(302);
    const gone = await personAt(unharmed.url, owner.cookie).createLink({
      originalUrl: 'https://new.example/',
    });
    await unharmed.stop();

    // The way back of docs/operate.md: another folder, the backup of the start, the old version.
    const before = join(dataDir.path, 'before-upgrade');
    const listed = readdirSync(join(before, 'manifests'));
    expect(listed).toHaveLength(1);
    expect(readdirSync(before)).toContainEqual(expect.stringMatching(/^schema-.*\.json$/));
    const back = await newDataDir();
    cleanUp.add(back.remove);
    const noted = await operate(['backup', 'deletions', before], { DATA_DIR: dataDir.path });
    expect(noted).toEqual({ code: 0, out: '', err: '' });
    const restored = await operate(['restore', before], { DATA_DIR: back.path });
    expect(restored).toMatchObject({ code: 0, err: '' });
    const oldAgain = await startWaypost({ dataDir: back.path, root: folder, withinSeconds: 120 });
    cleanUp.add(() => oldAgain.killTree());
    const there = personAt(oldAgain.url, owner.cookie);
    expect((await numbersOnceCounted(there, 6, 20)).totalClicks).toBe(6);
    const oldLinks: { id: string }[] = await (await there.get('/api/links')).json();
    expect(oldLinks.map(({ id }) => id)).toEqual([link.id]);
    expect(gone.id).not.toBe(link.id);
    await visit(`${oldAgain.url}/kept`);
    expect((await numbersOnceCounted(there, 7, 20)).totalClicks).toBe(7);
  },
  400_000,
);

test('data of a newer version is refused in one line, with exit code 78', async () => {
  const dataDir = await newDataDir();
  cleanUp.add(dataDir.remove);
  const first = await startWaypost({ dataDir: dataDir.path });
  cleanUp.add(() => first.killTree());
  {
    await using kept = await everythingKept(dataDir.path);
    await kept.sql`INSERT INTO schema_migrations (name, checksum) VALUES ('9999_later.sql', 'x')`;
  }
  await first.stop();

  const refused = startOf(root, ['src/main.ts'], dataDir.path);

  expect(refused.exitCode).toBe(78);
  expect(refused.stderr.toString()).toBe(
    'waypost: the data in Postgres is of a newer version of Waypost, which has applied 9999_later.sql: start that version\n',
  );
}, 120_000);
