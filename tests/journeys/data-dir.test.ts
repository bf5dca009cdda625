import { expect, test } from 'bun:test';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mayEnter } from '#adapters/embedded/engine-user';
import { bunForAll } from '#tests/support/processes/bun-for-all';
import { refusal } from '#tests/support/processes/refusal';
import { tempFolder } from '#tests/support/temp-folder';

const root = join(import.meta.dir, '../..');
const isRoot = process.getuid?.() === 0;
const canMount = isRoot && Bun.spawnSync(['unshare', '-m', 'true']).exitCode === 0;
const nobody = { uid: 65_534, gid: 65_534 };
const mayReadUs = isRoot && mayEnter(nobody, root);
if (!canMount)
  console.log('skipped: a read-only and a small DATA_DIR, because they need root and mounts');
if (!mayReadUs) {
  console.log(
    `skipped: somebody else's DATA_DIR, because it needs root and a checkout for all to read`,
  );
}

/** A file system at `path`, visible to nobody else. */
function withMount(path: string, options: string): string[] {
  const script = `mount -t tmpfs -o ${options} tmpfs "$0" && exec "$@"`;
  return ['unshare', '-m', 'sh', '-c', script, path];
}

test('[clear-start-errors] a DATA_DIR that is a file, or below one, is reported in one line', async () => {
  using folder = tempFolder();
  const file = join(folder.path, 'file');
  writeFileSync(file, '');

  const itself = await refusal({ DATA_DIR: file });
  const below = await refusal({ DATA_DIR: join(file, 'data') });

  expect(itself).toEqual({
    exitCode: 78,
    said: `waypost: DATA_DIR ${file}: it cannot be created: a file is in its place`,
  });
  expect(below).toEqual({
    exitCode: 78,
    said: `waypost: DATA_DIR ${join(file, 'data')}: it cannot be created: a file is in its place`,
  });
});

test.skipIf(!canMount)(
  '[clear-start-errors] a read-only DATA_DIR is reported in one line (needs root)',
  async () => {
    using folder = tempFolder();
    const missing = join(folder.path, 'data');

    const there = await refusal({ DATA_DIR: folder.path }, withMount(folder.path, 'ro'));
    const below = await refusal({ DATA_DIR: missing }, withMount(folder.path, 'ro'));

    expect(there).toEqual({
      exitCode: 78,
      said: `waypost: DATA_DIR ${folder.path}: it cannot be written to: its file system is mounted read-only`,
    });
    expect(below).toEqual({
      exitCode: 78,
      said: `waypost: DATA_DIR ${missing}: it cannot be created: its file system is mounted read-only`,
    });
  },
);

test.skipIf(!canMount)(
  '[clear-start-errors] a disk without space for a first start is reported in one line (needs root)',
  async () => {
    using folder = tempFolder();
    const env = { DATA_DIR: folder.path };

    const { exitCode, said } = await refusal(env, withMount(folder.path, 'size=24m'));

    expect(exitCode).toBe(78);
    expect(said).toBe(
      `waypost: DATA_DIR ${folder.path}: its disk has 24 MB free, and a first start needs 100 MB`,
    );
  },
);

test.skipIf(!mayReadUs)(
  '[clear-start-errors] another user’s DATA_DIR, and another user’s files in it, are reported in one line (needs root)',
  async () => {
    using folder = tempFolder();
    chmodSync(folder.path, 0o755);
    const roots = join(folder.path, 'root-owned');
    mkdirSync(roots, { mode: 0o755 });
    const mixed = join(folder.path, 'mixed');
    mkdirSync(mixed);
    chmodSync(mixed, 0o777);
    writeFileSync(join(mixed, 'lock.db'), '', { mode: 0o600 });
    expect(statSync(roots).uid).toBe(0);
    using bun = bunForAll();
    const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

    const other = await refusal({ DATA_DIR: roots }, asNobody, bun.path);
    const below = await refusal({ DATA_DIR: join(roots, 'data') }, asNobody, bun.path);
    const file = await refusal({ DATA_DIR: mixed }, asNobody, bun.path);

    const refused = 'the system does not allow it to user 65534';
    expect(other).toEqual({
      exitCode: 78,
      said: `waypost: DATA_DIR ${roots}: it cannot be written to: ${refused}; ${roots} belongs to user 0`,
    });
    expect(below).toEqual({
      exitCode: 78,
      said: `waypost: DATA_DIR ${join(roots, 'data')}: it cannot be created: ${refused}; ${roots} belongs to user 0`,
    });
    expect(file).toEqual({
      exitCode: 78,
      said: `waypost: DATA_DIR ${mixed}: ${join(mixed, 'lock.db')} cannot be written to: ${refused}; ${join(mixed, 'lock.db')} belongs to user 0`,
    });
  },
);

test('[clear-start-errors] an invalid PORT or HOST is reported with what is expected', async () => {
  using folder = tempFolder();
  const DATA_DIR = join(folder.path, 'data');

  const port = await refusal({ DATA_DIR, PORT: 'abc' });
  const host = await refusal({ DATA_DIR, HOST: 'nonsense.invalid' });

  expect(port).toEqual({
    exitCode: 78,
    said: 'waypost: PORT: must be a whole number from 0 to 65535',
  });
  expect(host.exitCode).toBe(78);
  expect(host.said).toBe(
    'waypost: HOST: must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::, or a name that leads to one',
  );
});
