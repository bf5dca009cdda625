import { expect, test } from 'bun:test';
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeVisit } from '#adapters/spool/line';
import { realDisk } from '#adapters/spool/disk';
import { chunkBytes, newChunkFile } from '#adapters/spool/reserve/chunk';
import { openReserve } from '#adapters/spool/reserve/reserve';
import { tendReserve } from '#adapters/spool/reserve/tend-reserve';
import { conversionLines } from '#adapters/spool/read-segment';
import { readEvents } from '#tests/support/builders/segment-lines';
import { sealedSegments } from '#adapters/spool/sealed-segments';
import { diskIo, type SegmentIo } from '#adapters/spool/segment-io';
import { readSegmentFile, spoolFolder } from '#adapters/spool/segments';
import { openSpool } from '#adapters/spool/spool';
import type { RawVisit } from '#core/redirect/raw-visit';
import { aReport } from '#tests/support/builders/conversions';
import { silentLog } from '#tests/support/doubles/silent-log';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';
import { aVisit } from '#tests/support/builders/visits';

const plenty = Number.POSITIVE_INFINITY;

/** A disk that refuses new bytes while it is full, but allows overwriting old ones. */
function fillingDisk() {
  const disk = { isFull: false };
  const refuse = (): void => {
    if (disk.isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  const io: SegmentIo = {
    ...diskIo,
    write: (fd, bytes, offset, length) => {
      refuse();
      return diskIo.write(fd, bytes, offset, length);
    },
  };
  return { disk, io };
}

/** A spool with this many chunks in its reserve, all of them ready. */
async function spoolWith(dataDir: string, chunks: number) {
  const folder = spoolFolder(dataDir);
  const reserve = openReserve(folder, chunks);
  const tend = tendReserve({ folder, chunks, reserve });
  await tend(plenty);
  const { disk, io } = fillingDisk();
  const newBatch = () => crypto.randomUUID();
  const spool = openSpool({ dataDir, newBatch, log: silentLog, io, reserve });
  return { spool, disk, reserve, tend, folder };
}

const many = (count: number): RawVisit[] =>
  Array.from({ length: count }, () => aVisit({ clickId: crypto.randomUUID() }));

/** The drain's side of the spool after a start: reads the visits, and removes them when stored. */
async function drained(dataDir: string): Promise<string[]> {
  const folder = spoolFolder(dataDir);
  const dead: string[] = [];
  const segments = sealedSegments({
    disk: realDisk,
    folder,
    clock: { now: Date.now },
    abandoned: readdirSync(folder).filter((file) => readSegmentFile(file)?.state === 'open'),
    reportDead: (reason) => void dead.push(reason),
  });
  const ids: string[] = [];
  for (let batch = await segments.oldest(); batch; batch = await segments.oldest()) {
    ids.push(...(await segments.read(batch)).map(({ clickId }) => clickId));
    await segments.remove(batch);
  }
  expect(dead).toEqual([]);
  return ids;
}

const idsOf = (visits: readonly RawVisit[]): string[] => visits.map(({ clickId }) => clickId);

test('[failing-disk] visits that a full disk rejects go to the reserve, chunk by chunk, and each is read once', async () => {
  using folder = tempFolder();
  const { spool, disk, reserve } = await spoolWith(folder.path, 4);
  const visits = many(9000);

  spool.write(visits.slice(0, 100));
  disk.isFull = true;
  for (let at = 100; at < 9000; at += 50) spool.write(visits.slice(at, at + 50));
  await spool.close();

  expect(spool.lost()).toEqual({ disk_full: 0, write_failed: 0 });
  expect(reserve.ready().size).toBeLessThan(3);
  expect((await drained(folder.path)).toSorted()).toEqual(idsOf(visits).toSorted());
});

test('a write with more visits than a chunk holds uses several chunks', async () => {
  using folder = tempFolder();
  const { spool, disk } = await spoolWith(folder.path, 8);
  const visits = many(9999);

  disk.isFull = true;
  spool.write(visits);
  await spool.close();

  expect(spool.lost().disk_full).toBe(0);
  expect((await drained(folder.path)).toSorted()).toEqual(idsOf(visits).toSorted());
});

test('when the reserve is full, visits are counted as lost until there is space again', async () => {
  using folder = tempFolder();
  const { spool, disk } = await spoolWith(folder.path, 1);

  disk.isFull = true;
  spool.write(many(6000));
  spool.write(many(10));
  disk.isFull = false;
  spool.write(many(5));
  await spool.close();

  const lost = spool.lost().disk_full;
  expect(lost).toBeGreaterThan(1000);
  expect(await drained(folder.path)).toHaveLength(6015 - lost);
});

test('conversions go to the reserve too', async () => {
  using folder = tempFolder();
  const { spool, disk } = await spoolWith(folder.path, 2);
  const report = (orderId: string) =>
    spool.conversions.record(aReport({ receivedAtMs: Date.now(), orderId }), 'synced');

  await report('before');
  disk.isFull = true;
  await report('one');
  await report('two');
  await spool.close();

  const orders = segmentsIn(folder.path).flatMap((path) =>
    readEvents(conversionLines, readFileSync(path)).events.map(({ orderId }) => orderId),
  );
  expect(orders.toSorted()).toEqual(['before', 'one', 'two']);
});

test('retrying on a full disk leaves no empty files', async () => {
  using folder = tempFolder();
  const { spool, disk, reserve } = await spoolWith(folder.path, 3);

  disk.isFull = true;
  spool.write(many(1));
  await until('the disk is asked again', () => !reserve.isInUse());
  spool.hear({ kind: 'handOver' });
  spool.write(many(1));
  await spool.close();

  expect(segmentsIn(folder.path).map((path) => statSync(path).size)).toEqual([
    chunkBytes,
    chunkBytes,
  ]);
});

test('a line of the reserve that a kill tore is cut off, and the chunk keeps its size', async () => {
  using folder = tempFolder();
  const { spool, disk } = await spoolWith(folder.path, 1);
  disk.isFull = true;
  const visits = many(3);
  spool.write(visits);
  const [file = ''] = segmentsIn(folder.path);
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(0x0a) + 1;
  bytes.write(encodeVisit(aVisit()).slice(0, 40), end);
  writeFileSync(file, bytes);

  openSpool({ dataDir: folder.path, newBatch: () => crypto.randomUUID(), log: silentLog });

  expect(statSync(file).size).toBe(chunkBytes);
  expect(await drained(folder.path)).toEqual(idsOf(visits));
});

test('a stored segment returns to the reserve with its visits erased', async () => {
  using folder = tempFolder();
  const { spool, disk, reserve, tend, folder: chunks } = await spoolWith(folder.path, 2);
  disk.isFull = true;
  spool.write(many(100));
  await spool.close();

  await drained(folder.path);
  expect(readdirSync(chunks).filter((file) => file.endsWith('.spent'))).toHaveLength(1);
  await tend(0);

  expect(reserve.ready().size).toBe(2);
  for (const path of reserve.ready()) {
    expect(readFileSync(path).equals(Buffer.alloc(chunkBytes))).toBe(true);
  }
});

test('the reserve leaves at least its own size free for others', async () => {
  using folder = tempFolder();
  const reserve = openReserve(folder.path, 4);
  const tend = tendReserve({ folder: folder.path, chunks: 4, reserve });

  await tend(4 * chunkBytes);
  expect(reserve.ready().size).toBe(0);
  await tend(6 * chunkBytes);
  expect(reserve.ready().size).toBe(2);
  await tend(plenty);
  expect(reserve.ready().size).toBe(4);
});

test('a start keeps complete chunks, and removes drafts and surplus chunks', async () => {
  using folder = tempFolder();
  const first = openReserve(folder.path, 3);
  await tendReserve({ folder: folder.path, chunks: 3, reserve: first })(plenty);
  const torn = join(folder.path, newChunkFile('ready'));
  writeFileSync(torn, 'short');
  appendFileSync(join(folder.path, newChunkFile('draft')), 'half');

  const second = openReserve(folder.path, 2);
  await tendReserve({ folder: folder.path, chunks: 2, reserve: second })(plenty);

  expect(second.ready().size).toBe(2);
  expect(readdirSync(folder.path)).toHaveLength(2);
});

function segmentsIn(dataDir: string): string[] {
  const folder = spoolFolder(dataDir);
  const files = readdirSync(folder).filter((file) => readSegmentFile(file) !== null);
  return files.map((file) => join(folder, file));
}
