import { expect, test } from 'bun:test';
import { whyNoBackup } from '#core/backup/before-upgrade';

const megabyte = 1024 * 1024;
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
  const said = whyNoBackup({ ...amounts, ...changed });

  if (because === null) expect(said).toBeNull();
  else expect(said).toContain(because);
});
