import { expect, test } from 'bun:test';
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { keepSnapshot } from '#adapters/snapshot/keep-snapshot';
import { readSnapshot } from '#adapters/snapshot/read-snapshot';
import { linkIndex } from '#core/redirect/link-index';
import { aRoutedLink } from '#tests/support/builders/links';
import { silentLog } from '#tests/support/doubles/silent-log';
import { noSmallDisk, smallDisk, type SmallDisk } from '#tests/support/processes/small-disk';
import { until } from '#tests/support/until';

const why = noSmallDisk();
if (why !== null) console.log(`skipped: a snapshot on a full disk (${why})`);
const pageBytes = 4096;

/** Takes all space except one page: the next write is written in part. */
function leaveOnePage(disk: SmallDisk): void {
  writeFileSync(disk.at('most'), new Uint8Array(disk.freeBytes()));
  truncateSync(disk.at('most'), statSync(disk.at('most')).size - pageBytes);
}

test.skipIf(why !== null)(
  'a snapshot that a full disk cut off is complete again when there is space',
  async () => {
    const disk = await smallDisk(2);
    const file = disk.at('links.snapshot');
    const index = linkIndex(() => false);
    const kept = keepSnapshot({ file, index, readSize: null, log: silentLog });
    const put = (from: number, to: number) => {
      for (let n = from; n < to; n += 1) index.put(aRoutedLink({ id: `link-${n}`, code: `c${n}` }));
    };
    put(0, 1);
    await until('the snapshot is written', () => isThere(file));
    leaveOnePage(disk);
    const whole = statSync(file).size;

    put(1, 100);
    await until('a part of the links is written', () => statSync(file).size > whole);
    rmSync(disk.at('most'));
    put(100, 101);
    await kept.close();

    const again = linkIndex(() => false);
    expect(readSnapshot(file, again)).toMatchObject({ kind: 'read', links: 101 });
    await disk.remove();
  },
);

function isThere(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
