import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FromWriter } from '#adapters/spool/messages';
import { conversionLines } from '#adapters/spool/read-segment';
import { readEvents } from '#tests/support/builders/segment-lines';
import { diskIo, type SegmentIo } from '#adapters/spool/segment-io';
import { readSegmentFile } from '#adapters/spool/segments';
import { openSpool } from '#adapters/spool/spool';
import { Refusal } from '#core/shared/refusal';
import { aReport } from '#tests/support/builders/conversions';
import { silentLog } from '#tests/support/doubles/silent-log';
import { tempFolder } from '#tests/support/temp-folder';
import { aVisit } from '#tests/support/builders/visits';

const receivedAtMs = Date.now();

function spoolIn(dataDir: string, io: SegmentIo = diskIo) {
  const told: FromWriter[] = [];
  const newBatch = () => crypto.randomUUID();
  const spool = openSpool({ dataDir, newBatch, log: silentLog, io });
  spool.connect((message) => void told.push(message));
  return { spool, told };
}

function conversionsIn(dataDir: string): string[] {
  const files = readdirSync(join(dataDir, 'spool'));
  return files
    .filter((file) => readSegmentFile(file)?.kind === 'conversions')
    .flatMap((file) => {
      const bytes = readFileSync(join(dataDir, 'spool', file));
      return readEvents(conversionLines, bytes).events.map(({ orderId }) => orderId);
    });
}

test('a conversion is in the file before the response, and synced on request', async () => {
  using folder = tempFolder();
  const disk = Promise.withResolvers<void>();
  let isSynced = false;
  const sync: SegmentIo['sync'] = async (fd) => {
    await disk.promise;
    await diskIo.sync(fd);
    isSynced = true;
  };
  const { spool } = spoolIn(folder.path, { ...diskIo, sync });

  // No sync ends yet, so an answer that waited for one would never come.
  await spool.conversions.record(aReport({ receivedAtMs, orderId: 'pixel' }), 'written');
  expect(conversionsIn(folder.path)).toEqual(['pixel']);
  const recorded = spool.conversions
    .record(aReport({ receivedAtMs, orderId: 'server' }), 'synced')
    .then(() => isSynced);
  disk.resolve();

  expect(await recorded).toBe(true);
  expect(conversionsIn(folder.path)).toEqual(['pixel', 'server']);
  await spool.close();
});

test('concurrent reports share their syncs', async () => {
  using folder = tempFolder();
  let syncs = 0;
  const io: SegmentIo = { ...diskIo, sync: (fd) => ((syncs += 1), diskIo.sync(fd)) };
  const { spool } = spoolIn(folder.path, io);

  const reports = Array.from({ length: 20 }, () => aReport({ receivedAtMs }));
  await Promise.all(reports.map((report) => spool.conversions.record(report, 'synced')));

  // One for the first report and one for the others; on a slow disk the regular ones come beside.
  expect(syncs).toBeLessThan(8);
  await spool.close();
});

test('[durable-conversions] a report that the disk rejects is rejected, and the disk is reported as failing', async () => {
  using folder = tempFolder();
  let isFull = false;
  const io: SegmentIo = {
    ...diskIo,
    write: (fd, bytes, offset, length) => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      return diskIo.write(fd, bytes, offset, length);
    },
  };
  const { spool } = spoolIn(folder.path, io);
  const report = (orderId: string) =>
    spool.conversions.record(aReport({ receivedAtMs, orderId }), 'written');

  await report('before');
  isFull = true;
  const refusal = await report('full').catch((error: unknown) => error);
  isFull = false;
  await report('after');

  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code: 'unavailable' });
  expect(spool.isLosing()).toBe(true);
  expect(conversionsIn(folder.path)).toEqual(['before', 'after']);
  await spool.close();
});

test('[durable-conversions] no conversion is confirmed when its sync failed, and none is written after it', async () => {
  using folder = tempFolder();
  let isFailing = true;
  const io: SegmentIo = {
    ...diskIo,
    sync: (fd) => (isFailing ? Promise.reject(new Error('EIO')) : diskIo.sync(fd)),
  };
  const { spool, told } = spoolIn(folder.path, io);
  const record = () =>
    spool.conversions.record(aReport({ receivedAtMs }), 'synced').then(
      () => 'safe',
      () => 'refused',
    );

  expect(await Promise.all([record(), record()])).toEqual(['refused', 'refused']);
  isFailing = false;
  expect(await record()).toBe('safe');

  expect(told.filter(({ kind }) => kind === 'closed')).toHaveLength(1);
  await spool.close();
});

test('clicks are handed to the drain before the conversions that they led to', async () => {
  using folder = tempFolder();
  const { spool, told } = spoolIn(folder.path);
  spool.write([aVisit({ atMs: receivedAtMs })]);
  await spool.conversions.record(aReport({ receivedAtMs }), 'written');

  await spool.conversions.record(aReport({ receivedAtMs: receivedAtMs - 86_400_000 }), 'written');

  const closed = told.flatMap((message) => (message.kind === 'closed' ? [message.file] : []));
  expect(closed.map((file) => readSegmentFile(file)?.kind)).toEqual(['clicks', 'conversions']);
  await spool.close();
});

test('a waiter for a row is notified when its batch is stored, and not by another', async () => {
  using folder = tempFolder();
  const { spool } = spoolIn(folder.path);
  let isAnswered = false;
  const answered = spool.conversions
    .record(aReport({ receivedAtMs }), 'stored')
    .then(() => (isAnswered = true));
  const [batch = ''] = readdirSync(join(folder.path, 'spool')).flatMap(
    (file) => readSegmentFile(file)?.batch ?? [],
  );

  spool.hear({ kind: 'stored', batch: crypto.randomUUID() });
  await spool.conversions.record(aReport({ receivedAtMs }), 'synced');
  expect(isAnswered).toBe(false);
  spool.hear({ kind: 'stored', batch });
  await answered;

  expect(isAnswered).toBe(true);
  await spool.close();
});
