import { expect, test } from 'bun:test';
import { readFileSync, readdirSync, writeFileSync, appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeLine, encodeVisit } from '#adapters/spool/line';
import type { FromWriter } from '#adapters/spool/messages';
import { diskIo, type SegmentIo } from '#adapters/spool/segment-io';
import { maxSegmentLines, readSegmentFile, segmentFile } from '#adapters/spool/segments';
import { openSpool } from '#adapters/spool/spool';
import type { RawVisit } from '#core/redirect/raw-visit';
import { silentLog } from '#tests/support/doubles/silent-log';
import { tempFolder } from '#tests/support/temp-folder';
import { aVisit } from '#tests/support/builders/visits';

const newBatch = () => crypto.randomUUID();

function spoolIn(dataDir: string, io?: SegmentIo) {
  const told: FromWriter[] = [];
  const spool = openSpool({ dataDir, newBatch, log: silentLog, ...(io && { io }) });
  spool.connect((message) => void told.push(message));
  return { spool, told };
}

function filesIn(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'spool')).filter((file) => readSegmentFile(file));
}

function visitsIn(dataDir: string): RawVisit[] {
  const texts = filesIn(dataDir).map((file) => readFileSync(join(dataDir, 'spool', file), 'utf8'));
  return texts.flatMap((text) => {
    expect(text.endsWith('\n') || text === '').toBe(true);
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const decoded = decodeLine(line);
        if (decoded.kind === 'corrupt') throw new Error('a corrupt line');
        return decoded.visit;
      });
  });
}

/** From the n-th write on, only `takes` bytes are written and then the write fails. */
function failingWrites(takes: number, code: string, isFailing: () => boolean): SegmentIo {
  const written = { bytes: 0 };
  return {
    ...diskIo,
    write: (fd, bytes, offset, length) => {
      if (!isFailing()) return diskIo.write(fd, bytes, offset, length);
      if (written.bytes >= takes) throw Object.assign(new Error(code), { code });
      const part = Math.min(length, takes - written.bytes);
      written.bytes += part;
      return diskIo.write(fd, bytes, offset, part);
    },
  };
}

test('[never-lost] visits are in the file when the write returns, all in one write', async () => {
  using folder = tempFolder();
  let writes = 0;
  const io: SegmentIo = {
    ...diskIo,
    write: (fd, bytes, offset, length) => {
      writes += 1;
      return diskIo.write(fd, bytes, offset, length);
    },
  };
  const { spool } = spoolIn(folder.path, io);

  spool.write(Array.from({ length: 50 }, () => aVisit()));

  expect(writes).toBe(1);
  expect(visitsIn(folder.path)).toHaveLength(50);
  await spool.close();
});

test('an event loop turn without visits creates no file', async () => {
  using folder = tempFolder();
  const { spool, told } = spoolIn(folder.path);

  spool.write([]);
  await spool.close();

  expect(filesIn(folder.path)).toEqual([]);
  expect(told).toEqual([]);
});

test('a segment has visits of one UTC day, also when the clock jumps', async () => {
  using folder = tempFolder();
  const { spool, told } = spoolIn(folder.path);
  const midnight = Date.UTC(2026, 10, 22);

  spool.write([midnight - 1, midnight, midnight - 1].map((atMs) => aVisit({ atMs })));
  await spool.close();

  const days = filesIn(folder.path).map((file) => readSegmentFile(file)?.day);
  expect(days).toHaveLength(3);
  expect(new Set(days)).toEqual(new Set(['2026-11-21', '2026-11-22']));
  expect(told.filter((message) => message.kind === 'closed')).toHaveLength(3);
});

test('a segment takes at most 10,000 lines', async () => {
  using folder = tempFolder();
  const { spool, told } = spoolIn(folder.path);

  const many = (count: number) => Array.from({ length: count }, () => aVisit());
  for (let n = 0; n < 12; n += 1) spool.write(many(999));
  spool.write(many(2 * maxSegmentLines));
  await spool.close();

  const lines = filesIn(folder.path).map(
    (file) => readFileSync(join(folder.path, 'spool', file), 'utf8').split('\n').length - 1,
  );
  expect(Math.max(...lines)).toBeLessThanOrEqual(maxSegmentLines);
  expect(lines.reduce((sum, count) => sum + count)).toBe(12 * 999 + 2 * maxSegmentLines);
  expect(told.filter((message) => message.kind === 'closed')).toHaveLength(lines.length);
});

test('the drain is notified of the first line, and gets the segment on request', async () => {
  using folder = tempFolder();
  const { spool, told } = spoolIn(folder.path);

  spool.hear({ kind: 'handOver' });
  spool.write([aVisit()]);
  spool.write([aVisit()]);
  spool.hear({ kind: 'handOver' });

  const [file] = filesIn(folder.path);
  expect(told).toEqual([{ kind: 'waiting' }, { kind: 'closed', file: file ?? '' }]);
  await spool.close();
});

test('[failing-disk] on a full disk visits are counted as lost, no line is partial, and writing resumes when there is space', async () => {
  using folder = tempFolder();
  let isFull = false;
  const line = encodeVisit(aVisit()).length;
  const io = failingWrites(2 * line + 10, 'ENOSPC', () => isFull);
  const { spool } = spoolIn(folder.path, io);
  const append = (count: number) => spool.write(Array.from({ length: count }, () => aVisit()));

  append(3);
  isFull = true;
  append(5);
  append(1);
  isFull = false;
  append(4);

  expect(visitsIn(folder.path)).toHaveLength(3 + 2 + 4);
  expect(spool.lost()).toEqual({ disk_full: 4, write_failed: 0 });
  await spool.close();
});

test('[failing-disk] after an input/output error the writer continues in a new file', async () => {
  using folder = tempFolder();
  let isFailing = false;
  const { spool, told } = spoolIn(
    folder.path,
    failingWrites(0, 'EIO', () => isFailing),
  );

  spool.write([aVisit()]);
  isFailing = true;
  spool.write([aVisit()]);
  isFailing = false;
  spool.write([aVisit()]);
  await spool.close();

  expect(spool.lost().write_failed).toBe(1);
  expect(filesIn(folder.path)).toHaveLength(2);
  expect(told.filter((message) => message.kind === 'closed')).toHaveLength(2);
});

test('[failing-disk] a failed sync is not retried: the writer continues in a new file', async () => {
  using folder = tempFolder();
  let syncs = 0;
  const io: SegmentIo = {
    ...diskIo,
    sync: (fd) => {
      syncs += 1;
      return syncs > 1 ? diskIo.sync(fd) : Promise.reject(new Error('EIO'));
    },
  };
  const { spool, told } = spoolIn(folder.path, io);

  spool.write([aVisit()]);
  const deadline = performance.now() + 5_000;
  while (!told.some((message) => message.kind === 'closed') && performance.now() < deadline) {
    await new Promise(setImmediate);
  }
  spool.write([aVisit()]);
  await spool.close();

  expect(filesIn(folder.path)).toHaveLength(2);
  expect(visitsIn(folder.path)).toHaveLength(2);
});

test('[failing-disk] in an unwritable folder visits are counted as lost', async () => {
  using folder = tempFolder();
  const io: SegmentIo = {
    ...diskIo,
    create: () => {
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    },
  };
  const { spool } = spoolIn(folder.path, io);

  spool.write([aVisit()]);

  expect(spool.lost().disk_full).toBe(1);
  await spool.close();
});

test('[never-lost] files of a killed process are cut to complete lines and handed to the drain', () => {
  using folder = tempFolder();
  const first = spoolIn(folder.path);
  const name = (state: 'open' | 'sealed') =>
    segmentFile({ kind: 'clicks', day: '2026-11-21', batch: newBatch(), state });
  const [torn, empty, sealed] = [name('open'), name('open'), name('sealed')];
  const at = (file: string) => join(folder.path, 'spool', file);
  writeFileSync(at(torn), encodeVisit(aVisit()));
  appendFileSync(at(torn), encodeVisit(aVisit()).slice(0, 40));
  writeFileSync(at(empty), '');
  writeFileSync(at(sealed), encodeVisit(aVisit()));

  const second = spoolIn(folder.path);

  expect(first.told).toEqual([]);
  expect(second.told).toEqual([]);
  expect(second.spool.abandoned()).toEqual([torn]);
  expect(readFileSync(at(torn), 'utf8')).toBe(encodeVisit(aVisit()));
  expect(new Set(filesIn(folder.path))).toEqual(new Set([torn, sealed]));
});
