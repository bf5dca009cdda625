import { expect, test } from 'bun:test';
import { openSpool } from '#adapters/spool/spool';
import { silentLog } from '#tests/support/doubles/silent-log';
import { tempFolder } from '#tests/support/temp-folder';

test('[click-limit] a count survives a kill, belongs to one link and one limit, and stays when the limit changes', async () => {
  using folder = tempFolder();
  const open = () =>
    openSpool({ dataDir: folder.path, newBatch: () => crypto.randomUUID(), log: silentLog });
  const limit = { most: 3, version: 1 };
  const killed = open();
  expect(killed.clickLimits.isSpent(7, limit)).toBe(false);
  killed.clickLimits.count(7, limit);
  killed.clickLimits.count(7, limit);

  // Nothing is closed: the next process finds what a kill leaves.
  const next = open();
  expect(next.clickLimits.isSpent(7, limit)).toBe(false);
  next.clickLimits.count(7, limit);

  expect(next.clickLimits.isSpent(7, limit)).toBe(true);
  expect(next.clickLimits.isSpent(8, limit)).toBe(false);
  expect(next.clickLimits.isSpent(7, { most: 4, version: 1 })).toBe(false);
  expect(next.clickLimits.isSpent(7, { most: 3, version: 2 })).toBe(false);
  await Promise.all([killed.close(), next.close()]);
});
