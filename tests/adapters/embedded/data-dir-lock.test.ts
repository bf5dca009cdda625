import { expect, test } from 'bun:test';
import { DataDirInUse, lockDataDir } from '#adapters/embedded/data-dir-lock';
import { tempFolder } from '#tests/support/temp-folder';

const holdForEver = `
  const { lockDataDir } = await import('#adapters/embedded/data-dir-lock');
  lockDataDir(process.argv[1]);
  console.log('held');
  setInterval(() => {}, 60_000);
`;

test('[one-owner] a second application on the same DATA_DIR is rejected with one line that names the folder', () => {
  using folder = tempFolder();
  const lock = lockDataDir(folder.path);

  const second = () => lockDataDir(folder.path);

  expect(second).toThrow(DataDirInUse);
  expect(second).toThrow(folder.path);
  lock.release();
  lockDataDir(folder.path).release();
});

test('the lock of a killed application is released immediately', async () => {
  using folder = tempFolder();
  const other = Bun.spawn([process.execPath, '-e', holdForEver, folder.path], {
    cwd: import.meta.dir,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of other.stdout) {
    expect(new TextDecoder().decode(chunk)).toBe('held\n');
    break;
  }
  expect(() => lockDataDir(folder.path)).toThrow(DataDirInUse);

  other.kill('SIGKILL');
  await other.exited;

  lockDataDir(folder.path).release();
});

test('the lock is held until the process ends, even without references to it', () => {
  using folder = tempFolder();
  lockDataDir(folder.path);

  Bun.gc(true);

  expect(() => lockDataDir(folder.path)).toThrow(DataDirInUse);
});
