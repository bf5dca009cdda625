import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { segmentFile, type Segment } from '#adapters/spool/segments';
import { finishSplits, splitSegment } from '#adapters/spool/split-segment';
import { memoryDisk } from '#tests/support/memory/disk';

const folder = '/spool';
const parent: Segment = {
  kind: 'clicks',
  day: '2026-11-21',
  state: 'sealed',
  batch: '6f1d2c3b-4a59-4687-9c00-aabbccddeeff',
};
const bytesOf = (text: string) => new TextEncoder().encode(text);

function aSpool() {
  const disk = memoryDisk();
  disk.write(`${folder}/${segmentFile(parent)}`, bytesOf('a\nb\n'));
  disk.syncFolder(folder);
  return { disk, folder };
}

/** RFC 9562: a UUID of version 8, with the variant in the two highest bits of the ninth byte. */
function uuidOf(content: string): string {
  const hex = createHash('sha256')
    .update(parent.batch + content)
    .digest('hex');
  const ninth = ((Number.parseInt(hex.slice(16, 18), 16) % 64) + 128).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `${ninth}${hex.slice(18, 20)}`, hex.slice(20, 32)].join('-');
}

test('a part of a segment has the id that follows from the parent and its content, in every copy of the spool', () => {
  // Enough contents that each of the bits beside the version and the variant is 0 in one and 1 in
  // another.
  for (let each = 0; each < 40; each += 1) {
    const spool = aSpool();
    const contents = [`first ${each}\n`, `second ${each}\n`];

    const parts = splitSegment(spool, parent, contents.map(bytesOf));

    expect(parts.map(({ batch }) => batch)).toEqual(contents.map(uuidOf));
    expect(spool.disk.paths().toSorted()).toEqual(
      parts.map((part) => `${folder}/${segmentFile(part)}`).toSorted(),
    );
    const written = parts.map((part) => spool.disk.read(`${folder}/${segmentFile(part)}`));
    expect(written.map((bytes) => Buffer.from(bytes).toString())).toEqual(contents);
  }
});

test('[never-lost] a split segment survives a loss of power', () => {
  const spool = aSpool();
  const [part] = splitSegment(spool, parent, [bytesOf('a\nb\n')]);

  spool.disk.losePower();

  const file = `${folder}/${part === undefined ? '' : segmentFile(part)}`;
  expect(spool.disk.paths()).toEqual([file]);
  expect(Buffer.from(spool.disk.read(file)).toString()).toBe('a\nb\n');
});

test('[counted-once] drafts beside their parent are removed; drafts without it become segments', () => {
  for (const isCommitted of [false, true]) {
    const { disk } = aSpool();
    const part = `clicks.2026-11-21.${uuidOf('a\n')}.sealed`;
    const others = [`${part}.of.not-a-batch`, `${part}.of.`, `x.of.${parent.batch}`];
    for (const other of others) disk.write(`${folder}/${other}`, bytesOf('other'));
    disk.write(`${folder}/${part}.of.${parent.batch}`, bytesOf('a\n'));
    if (isCommitted) disk.remove(`${folder}/${segmentFile(parent)}`);

    finishSplits({ disk, folder });

    const left = isCommitted ? part : segmentFile(parent);
    expect(disk.paths().toSorted()).toEqual(
      [left, ...others].map((file) => `${folder}/${file}`).toSorted(),
    );
  }
});

test('a start without an interrupted split changes nothing on the disk', () => {
  const spool = aSpool();
  spool.disk.killBefore(1);

  finishSplits(spool);

  expect(spool.disk.isKilled()).toBe(false);
});
