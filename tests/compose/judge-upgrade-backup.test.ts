import { afterAll, expect, test } from 'bun:test';
import { begunBefore } from '#core/backup/retention';
import {
  beginUpgrade,
  endUpgrade,
  unfinishedUpgrade,
  writeSchema,
} from '#roots/compose/upgrade/folder';
import { refusal } from '#roots/compose/upgrade/judge-backup';
import { tempFolder } from '#tests/support/temp-folder';

const megabyte = 1024 * 1024;
const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

const amounts = {
  bytes: 100 * megabyte,
  limit: 200 * megabyte,
  room: 200 * megabyte,
  interrupted: null,
};

test.each([
  ['there is room', {}, null],
  ['it is turned off', { limit: 0 }, 'UPGRADE_BACKUP_MB is 0'],
  ['the data is too large', { limit: 99 * megabyte }, 'more than UPGRADE_BACKUP_MB (99)'],
  ['the disk is too full', { room: 99 * megabyte }, 'room for 99 MB, and the data has 100 MB'],
  ['visits may need all of the disk', { room: -5 * megabyte }, 'room for 0 MB'],
  ['an upgrade was interrupted', { interrupted: 'X' }, 'X is the backup from before this upgrade'],
])('a start makes a backup before it migrates, unless %s says no', (_, changed, because) => {
  const said = refusal({ ...amounts, ...changed });

  if (because === null) expect(said).toBeNull();
  else expect(said).toContain(because);
});

const schemaAt = (count: number) => ({
  postgres: { applied: ['1', '2', '3'].slice(0, count), tables: {}, bytes: 0 },
  clickHouse: { applied: ['a'], tables: {}, bytes: 0 },
});

test('an interrupted upgrade keeps its backup as soon as a migration was applied', () => {
  writeSchema(folder.path, { schema: schemaAt(1), nowMs: 0 });
  expect(unfinishedUpgrade(folder.path, schemaAt(1))).toBeNull();

  beginUpgrade(folder.path, { backup: 'the first', schema: schemaAt(1) });

  // Nothing was applied: an older version may have run since, and the next backup is newer.
  expect(unfinishedUpgrade(folder.path, schemaAt(1))).toBeNull();
  expect(unfinishedUpgrade(folder.path, schemaAt(2))).toBe('the first');
  endUpgrade(folder.path);
  expect(unfinishedUpgrade(folder.path, schemaAt(2))).toBeNull();
});

test('backups that began before a time are found by their ids', () => {
  const ids = ['20261101T000000Z-aaaaaa', '20261123T000000Z-bbbbbb'];

  expect(begunBefore(ids, Date.UTC(2026, 10, 2))).toEqual(ids.slice(0, 1));
  expect(begunBefore(ids, Date.UTC(2026, 9, 2))).toEqual([]);
});
