import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { realDisk, withReserve } from '#adapters/spool/disk';
import { deadLetterFolder, setAside } from '#adapters/spool/drain/dead-letters';
import { instanceId } from '#adapters/spool/instance-id';
import { conversionLines, visitLines, type Lines } from '#adapters/spool/read-segment';
import { chunkBytes, newChunkFile, readChunkState } from '#adapters/spool/reserve/chunk';
import { openReserve } from '#adapters/spool/reserve/reserve';
import { tendReserve } from '#adapters/spool/reserve/tend-reserve';
import { diskIo, type SegmentIo } from '#adapters/spool/segment-io';
import {
  readSegmentFile,
  spoolFolder,
  type Segment,
  type SegmentKind,
} from '#adapters/spool/segments';
import { openSpool } from '#adapters/spool/spool';
import { noReserve } from '#core/shared/descriptors';
import { aReport } from '#tests/support/builders/conversions';
import { readEvents } from '#tests/support/builders/segment-lines';
import { aVisit } from '#tests/support/builders/visits';
import { silentLog } from '#tests/support/doubles/silent-log';
import { afterPowerFailures } from '#tests/support/power';

const newBatch = () => crypto.randomUUID();
const spoolIn = (dataDir: string, io: SegmentIo = diskIo) =>
  openSpool({ dataDir, newBatch, log: silentLog, io });

function eventsIn<Event>(dataDir: string, kind: SegmentKind, lines: Lines<Event>): Event[] {
  const folder = spoolFolder(dataDir);
  return readdirSync(folder)
    .filter((file) => readSegmentFile(file)?.kind === kind)
    .flatMap((file) => readEvents(lines, readFileSync(join(folder, file))).events);
}

const idsIn = (dataDir: string) =>
  eventsIn(dataDir, 'clicks', visitLines).map(({ clickId }) => clickId);

test('[never-lost] when the spool has closed, its visits survive a loss of power', async () => {
  await afterPowerFailures({
    run: async (dataDir) => {
      const spool = spoolIn(dataDir);
      spool.write([aVisit({ clickId: 'a' }), aVisit({ clickId: 'b' })]);
      await spool.close();
    },
    look: (dataDir) => expect(idsIn(dataDir)).toEqual(['a', 'b']),
  });
});

test('[never-lost] visits survive a loss of power soon after they were written, without a next one', async () => {
  await afterPowerFailures({
    run: async (dataDir) => {
      const named = Promise.withResolvers<void>();
      const syncFolder: SegmentIo['syncFolder'] = async (folder) => {
        await diskIo.syncFolder(folder);
        named.resolve();
      };
      spoolIn(dataDir, { ...diskIo, syncFolder }).write([aVisit({ clickId: 'a' })]);
      await named.promise;
    },
    look: (dataDir) => expect(idsIn(dataDir)).toEqual(['a']),
  });
});

test('[never-lost] a conversion that was confirmed as synced survives a loss of power, the first and the next', async () => {
  for (const count of [1, 2]) {
    const ids = Array.from({ length: count }, () => crypto.randomUUID());
    await afterPowerFailures({
      run: async (dataDir) => {
        const { conversions } = spoolIn(dataDir);
        for (const id of ids) await conversions.record(aReport({ id }), 'synced');
      },
      look: (dataDir) =>
        expect(eventsIn(dataDir, 'conversions', conversionLines).map(({ id }) => id)).toEqual(ids),
    });
  }
});

test('[even-splits] split tests and limits of clicks go on where they were after a loss of power', async () => {
  const limit = { most: 2, version: 1 };
  await afterPowerFailures({
    run: async (dataDir) => {
      const { positions, clickLimits, write, close } = spoolIn(dataDir);
      for (const clickId of ['a', 'b', 'c']) {
        const position = positions.take(5, 1, true);
        clickLimits.count(7, limit);
        write([aVisit({ clickId, linkNumber: 5, splitVersion: 1, position })]);
      }
      await close();
    },
    look: async (dataDir) => {
      rmSync(spoolFolder(dataDir), { recursive: true });
      const { positions, clickLimits, close } = spoolIn(dataDir);
      expect(positions.take(5, 1, false)).toBe(4);
      expect(clickLimits.isSpent(7, limit)).toBe(true);
      await close();
    },
  });
});

test('[counted-once] after a loss of power no chunk of the reserve holds the lines of a stored segment, and no segment the zeros of a chunk', async () => {
  const stored = `clicks.2026-11-21.${newBatch()}.sealed`;
  await afterPowerFailures({
    prepared: (dataDir) => {
      mkdirSync(spoolFolder(dataDir));
      writeFileSync(join(spoolFolder(dataDir), stored), new Uint8Array(chunkBytes).fill(0x61));
    },
    run: async (dataDir) => {
      const folder = spoolFolder(dataDir);
      realDisk.rename(join(folder, stored), join(folder, newChunkFile('spent')));
      const reserve = openReserve(folder, 1);
      await tendReserve({ folder, chunks: 1, reserve })(Number.POSITIVE_INFINITY);
      expect(reserve.ready().size).toBe(1);
    },
    look: (dataDir) => {
      const folder = spoolFolder(dataDir);
      for (const file of readdirSync(folder)) {
        const isZeros = readFileSync(join(folder, file)).every((byte) => byte === 0);
        if (readChunkState(file) === 'ready') expect(isZeros).toBe(true);
        if (file === stored) expect(isZeros).toBe(false);
      }
    },
  });
});

test.each([
  ['the disk', realDisk],
  ['the disk with a reserve of descriptors', withReserve(realDisk, noReserve)],
])('[never-lost] what %s promises to keep survives a loss of power', async (_name, disk) => {
  const bytes = new Uint8Array([1, 2, 3]);
  await afterPowerFailures({
    run: (dataDir) => {
      const folder = join(dataDir, 'one/two');
      disk.makeFolder(folder);
      disk.write(join(folder, 'written'), bytes);
      writeFileSync(join(folder, 'draft'), bytes);
      disk.sync(join(folder, 'draft'));
      disk.rename(join(folder, 'draft'), join(folder, 'synced'));
      disk.syncFolder(folder);
    },
    look: (dataDir) => {
      const folder = join(dataDir, 'one/two');
      expect(disk.list(folder).toSorted()).toEqual(['synced', 'written']);
      for (const file of disk.list(folder))
        expect(new Uint8Array(disk.read(join(folder, file)))).toEqual(bytes);
    },
  });
});

test('[damage] lines that were set aside survive a loss of power', async () => {
  const letter = new Uint8Array([0x61]);
  const segment: Segment = {
    kind: 'clicks',
    day: '2026-11-21',
    batch: newBatch(),
    state: 'sealed',
  };
  await afterPowerFailures({
    run: (folder) =>
      setAside({ disk: realDisk, folder }, segment, { reason: 'corrupt', lines: [letter] }),
    look: (folder) => {
      const letters = deadLetterFolder(folder);
      const files = readdirSync(letters).map((file) => readFileSync(join(letters, file), 'utf8'));
      expect(files).toEqual(['a\n']);
    },
  });
});

test('the id of an instance survives a loss of power', async () => {
  let id = '';
  await afterPowerFailures({
    run: (dataDir) => {
      id = instanceId(realDisk, dataDir);
    },
    look: (dataDir) => expect(instanceId(realDisk, dataDir)).toBe(id),
  });
});
