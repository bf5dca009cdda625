import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { segmentFile, type Segment } from '#adapters/spool/segments';
import { finishSplits, segmentSplitter } from '#adapters/spool/split-segment';
import { Killed, memoryDisk } from '#tests/support/memory/disk';

const folder = '/spool';
const parent: Segment = {
  kind: 'clicks',
  day: '2026-11-21',
  state: 'sealed',
  batch: '6f1d2c3b-4a59-4687-9c00-aabbccddeeff',
};
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Splits the parent at once, and returns the parts. */
function splitSegment(spool: ReturnType<typeof aSpool>, contents: readonly string[]): Segment[] {
  const made: Segment[] = [];
  segmentSplitter(spool).split(parent, contents.map(bytesOf), (parts) => made.push(...parts));
  return made;
}

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

    const parts = splitSegment(spool, contents);

    expect(parts.map(({ batch }) => batch)).toEqual(contents.map(uuidOf));
    expect(spool.disk.paths().toSorted()).toEqual(
      parts.map((part) => `${folder}/${segmentFile(part)}`).toSorted(),
    );
    const written = parts.map((part) => spool.disk.read(`${folder}/${segmentFile(part)}`));
    expect(written.map((bytes) => Buffer.from(bytes).toString())).toEqual(contents);
  }
});

/** Until the parent is removed, the split is not committed. */
const commitOperations = (() => {
  const spool = aSpool();
  for (let count = 1; ; count += 1) {
    spool.disk.killBefore(count);
    hasRun(() => segmentSplitter(spool).split(parent, [bytesOf('a\n'), bytesOf('b\n')], () => {}));
    spool.disk.revive();
    if (!spool.disk.list(folder).includes(segmentFile(parent))) return count - 1;
  }
})();

/** Which of `changes` changes a disk may have written on its own when the power fails. */
function subsetsOf(changes: number): boolean[][] {
  return Array.from({ length: 2 ** changes }, (_, subset) =>
    Array.from({ length: changes }, (_bit, at) => ((subset >> at) & 1) === 1),
  );
}

/** False when the disk was killed meanwhile. */
function hasRun(run: () => void): boolean {
  try {
    run();
    return true;
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
}

test('[never-lost] [counted-once] when the power fails during a split, the segment or its parts remain, never both', () => {
  const contents = ['a\n', 'b\n'];
  const whole = [segmentFile(parent)];
  const parts = contents.map((each) => segmentFile({ ...parent, batch: uuidOf(each) }));
  let kills = 0;
  for (let isKilled = true; isKilled; kills += 1) {
    // Two drafts, their parent, and both drafts' new names.
    for (const kept of subsetsOf(5)) {
      const spool = aSpool();
      spool.disk.killBefore(kills + 1);
      isKilled = !hasRun(() => splitSegment(spool, contents));
      spool.disk.revive();

      spool.disk.losePower(kept);
      finishSplits(spool);

      const files = spool.disk.list(folder).toSorted();
      if (isKilled) expect([whole, parts.toSorted()]).toContainEqual(files);
      else expect(files).toEqual(parts.toSorted());
      const lines = files.map((file) =>
        Buffer.from(spool.disk.read(`${folder}/${file}`)).toString(),
      );
      expect(lines.toSorted().join('')).toBe('a\nb\n');
    }
  }
  expect(kills).toBeGreaterThan(8);
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

test('[counted-once] an undone split stays undone when its segment is stored and the power fails', () => {
  for (const kept of subsetsOf(3)) {
    const { disk } = aSpool();
    for (const content of ['a\n', 'b\n']) {
      const draft = segmentFile({ ...parent, batch: uuidOf(content) });
      disk.write(`${folder}/${draft}.of.${parent.batch}`, bytesOf(content));
    }
    disk.syncFolder(folder);
    finishSplits({ disk, folder });
    disk.remove(`${folder}/${segmentFile(parent)}`);

    disk.losePower(kept);
    finishSplits({ disk, folder });

    expect([[], [segmentFile(parent)]]).toContainEqual([...disk.list(folder)]);
  }
});

const none = () => {};

test('[counted-once] a split that fails before its commit leaves nothing that counts when the segment is split otherwise or stored', () => {
  const contents = ['a\n', 'b\n'].map(bytesOf);
  for (const leaves of ['stored', 'split otherwise'] as const) {
    // Each draft in two steps, the sync of their folder, and the removal of the parent.
    for (let failing = 1; failing <= commitOperations; failing += 1) {
      const spool = aSpool();
      const splitter = segmentSplitter(spool);
      spool.disk.killBefore(failing);
      expect(() => splitter.split(parent, contents, none)).toThrow(Killed);
      // The disk failed; the process goes on.
      spool.disk.revive();
      splitter.finish();

      expect(spool.disk.list(folder)).toContain(segmentFile(parent));
      if (leaves === 'stored') {
        splitter.clear(parent);
        spool.disk.remove(`${folder}/${segmentFile(parent)}`);
      } else splitter.split(parent, [bytesOf('b\n')], none);
      finishSplits(spool);

      const others = [segmentFile({ ...parent, batch: uuidOf('b\n') })];
      expect(spool.disk.list(folder)).toEqual(leaves === 'stored' ? [] : others);
    }
  }
});

test('[never-lost] a split that fails after its commit goes on', () => {
  const contents = ['a\n', 'b\n'];
  let failures = 0;
  for (let hasFailed = true; hasFailed; failures += 1) {
    const spool = aSpool();
    const splitter = segmentSplitter(spool);
    const made: Segment[] = [];
    const onSplit = (parts: readonly Segment[]) => void made.push(...parts);
    spool.disk.killBefore(commitOperations + 1 + failures);
    hasFailed = !hasRun(() => splitter.split(parent, contents.map(bytesOf), onSplit));
    spool.disk.revive();
    splitter.finish();
    splitter.finish();

    expect(made.map(({ batch }) => batch)).toEqual(contents.map(uuidOf));
    expect(spool.disk.list(folder).toSorted()).toEqual(made.map(segmentFile).toSorted());
  }
  expect(failures).toBeGreaterThan(3);
});

test('a start without an interrupted split changes nothing on the disk', () => {
  const spool = aSpool();
  spool.disk.killBefore(1);

  finishSplits(spool);

  expect(spool.disk.isKilled()).toBe(false);
});
