import { expect, test } from 'bun:test';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { realDisk } from '#adapters/spool/disk';
import { spooledSalts } from '#adapters/spool/own-salts';
import { ownSaltsContract } from '#tests/contracts/salts';
import { memoryDisk } from '#tests/support/memory/disk';
import { memorySalts } from '#tests/support/memory/salts';
import { tempFolder } from '#tests/support/temp-folder';

ownSaltsContract('on disk', () => spooledSalts(memoryDisk(), '/salts'));
ownSaltsContract('in memory', () => memorySalts().own);

test('[daily-visitors] a salt file is readable only by its owner, and a damaged one is ignored', async () => {
  using folder = tempFolder();
  const salts = spooledSalts(realDisk, join(folder.path, 'salts'));

  await salts.write('2026-11-21', new Uint8Array(32).fill(1));
  writeFileSync(join(folder.path, 'salts', '2026-11-22.salt'), 'short');

  const files = readdirSync(join(folder.path, 'salts')).toSorted();
  expect(files).toEqual(['2026-11-21.salt', '2026-11-22.salt']);
  expect(statSync(join(folder.path, 'salts', '2026-11-21.salt')).mode & 0o777).toBe(0o600);
  expect(await salts.read('2026-11-22')).toBeNull();
});

test('[daily-visitors] a written salt survives a loss of power', async () => {
  const disk = memoryDisk();
  await spooledSalts(disk, '/salts').write('2026-11-21', new Uint8Array(32).fill(1));

  disk.losePower();

  expect(await spooledSalts(disk, '/salts').read('2026-11-21')).toEqual(new Uint8Array(32).fill(1));
});
