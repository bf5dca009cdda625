import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUps } from '#tests/support/clean-ups';
import { backupRound } from '#tests/support/processes/backup-round';
import { operate } from '#tests/support/processes/operate';
import { newDataDir } from '#tests/support/processes/waypost';
import { numbersNow, sumOfClicks } from '#tests/support/readers/numbers';

const cleanUp = cleanUps();
const place = await newDataDir();
cleanUp.add(place.remove);

test('[backup-whole] a backup under load, restored after a kill and the loss of the folder, has every link and counts every accepted click once', async () => {
  const target = join(place.path, 'backups');

  const { owner, acceptedBefore, begun, links, stored } = await backupRound({
    target,
    visitsBefore: 500,
    pauseMs: 0,
    addCleanUp: cleanUp.add,
  });

  const { clicks, different } = await stored();
  const numbers = await numbersNow(owner);
  const listed: { id: string }[] = await (await owner.get('/api/links')).json();
  expect(listed.map(({ id }) => id).toSorted()).toEqual(links.toSorted());
  expect(acceptedBefore).toBeGreaterThan(0);
  expect(clicks).toBeGreaterThanOrEqual(acceptedBefore);
  expect(clicks).toBeLessThanOrEqual(begun);
  expect([different, numbers.totalClicks, sumOfClicks(numbers.clicksOverTime)]).toEqual(
    Array.from({ length: 3 }, () => clicks),
  );
}, 60_000);

test('[backup-whole] a restore into a folder with data is refused with one line and 78', async () => {
  const target = join(place.path, 'backups');
  const used = await newDataDir();
  cleanUp.add(used.remove);
  writeFileSync(join(used.path, 'blocklist.txt'), '');

  const { code, out, err } = await operate(['restore', target], { DATA_DIR: used.path });

  expect({ code, out }).toEqual({ code: 78, out: '' });
  expect(err).toBe(`waypost: DATA_DIR ${used.path} is not empty: a restore needs an empty one\n`);
});

test('[backup-whole] verify says so when a file of the backup is damaged, cut or missing', async () => {
  const target = join(place.path, 'backups');
  const files = readdirSync(join(target, 'files')).map((name) => join(target, 'files', name));
  const [damaged = '', cut = ''] = files;
  const bytes = readFileSync(damaged);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(damaged, bytes);
  truncateSync(cut, 5);

  const { code, out } = await operate(['backup', 'verify', target], {});

  expect(code).toBe(1);
  expect(out.match(/is damaged: its checksum is not the manifest's/g)).toHaveLength(2);
  expect(out).toContain('is NOT good');
});
