import { expect, test } from 'bun:test';
import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { deadLetterFolder, forgetDeadLetters } from '#adapters/spool/drain/dead-letters';
import { realDisk } from '#adapters/spool/disk';
import { encodeVisit } from '#adapters/spool/line';
import { sealedSegments, type SealedSegments } from '#adapters/spool/sealed-segments';
import { segmentFile, type SegmentState } from '#adapters/spool/segments';
import { drainBatches } from '#core/clicks/drain-batches';
import { dayMs } from '#core/shared/time';
import { enrichPlainly } from '#tests/support/processes/drain-simulation';
import { memoryClicks } from '#tests/support/memory/clicks';
import { tempFolder } from '#tests/support/temp-folder';
import { aVisit } from '#tests/support/builders/visits';

const noon = Date.UTC(2026, 10, 21, 12);

function takeOver(folder: string, abandoned: readonly string[] = [], atMs = noon) {
  const dead: string[] = [];
  const batches = sealedSegments({
    disk: realDisk,
    folder,
    abandoned,
    clock: { now: () => atMs },
    reportDead: (reason, lines) => dead.push(`${lines} ${reason}`),
  });
  return { batches, dead };
}

function segment(folder: string, content: string, state: SegmentState = 'sealed'): string {
  const batch = crypto.randomUUID();
  const file = segmentFile({ kind: 'clicks', day: '2026-11-21', batch, state });
  writeFileSync(join(folder, file), content);
  return file;
}

async function drainAll(batches: SealedSegments, clicks: ReturnType<typeof memoryClicks>) {
  const ports = { batches, clicks: clicks.store, enrich: enrichPlainly };
  const step = drainBatches({ ...ports, isErased: () => false, random: () => 0.5 });
  while ((await step()).kind !== 'idle');
}

const line = (index: number, atMs = noon) =>
  encodeVisit(aVisit({ clickId: `0193c0de-0000-7000-8000-00000000000${index}`, atMs }));

test('segments are read in the order of their first visits, including open ones', async () => {
  using folder = tempFolder();
  const late = segment(folder.path, line(3, noon + 3));
  const left = segment(folder.path, line(1, noon + 1), 'open');
  const empty = segment(folder.path, '', 'open');
  const beingWritten = segment(folder.path, line(2, noon), 'open');

  const { batches } = takeOver(folder.path, [left, empty]);

  expect(batches.count()).toBe(2);
  expect(batches.oldestVisitMs()).toBe(noon);
  expect(batches.oldestDay()).toBe('2026-11-21');
  const first = await batches.oldest();
  expect(left).toContain(first?.id ?? 'none');
  if (first) await batches.remove(first);
  expect(late).toContain((await batches.oldest())?.id ?? 'none');
  expect(readdirSync(folder.path).toSorted()).toEqual([beingWritten, late].toSorted());
});

test('segments handed over by a running writer are trusted; old and found ones are checked', async () => {
  using folder = tempFolder();
  const trust = async (atMs: number) => {
    const { batches } = takeOver(folder.path, [], atMs);
    batches.seal(segment(folder.path, line(1), 'open'));
    const batch = await batches.oldest();
    if (batch) await batches.remove(batch);
    return batch?.mayBeStored;
  };

  expect(await trust(noon + 100)).toBe(false);
  expect(await trust(noon + 10_000)).toBe(true);
  segment(folder.path, line(1));
  expect(await takeOver(folder.path).batches.oldest()).toMatchObject({ mayBeStored: true });
});

test('[damage] damaged lines are set aside and counted once, and the others are read', async () => {
  using folder = tempFolder();
  const flipped = line(2).replace('Firefox', 'Firefux');
  segment(folder.path, `${line(1)}${flipped}\0\0\xff\n${line(3)}${line(4).slice(0, 40)}`);
  const { batches, dead } = takeOver(folder.path);
  const clicks = memoryClicks('');

  await drainAll(batches, clicks);

  expect(clicks.rows.map((row) => row.clickId.at(-1))).toEqual(['1', '3']);
  expect(dead).toEqual(['3 corrupt']);
  const [letters = ''] = readdirSync(deadLetterFolder(folder.path));
  const kept = readFileSync(join(deadLetterFolder(folder.path), letters), 'utf8');
  expect(kept).toStartWith(flipped);
  expect(statSync(join(deadLetterFolder(folder.path), letters)).mode & 0o077).toBe(0);
});

test('[damage] a segment with only damaged lines leaves the queue', async () => {
  using folder = tempFolder();
  segment(folder.path, 'not a line\n');
  const { batches } = takeOver(folder.path);

  await drainAll(batches, memoryClicks(''));

  expect(batches.count()).toBe(0);
});

test('a segment that a copy sent while it was shorter is completed', async () => {
  using folder = tempFolder();
  using copy = tempFolder();
  const clicks = memoryClicks('');
  const open = segment(folder.path, line(1) + line(2), 'open');
  cpSync(folder.path, copy.path, { recursive: true });
  appendFileSync(join(folder.path, open), line(3));

  await drainAll(takeOver(copy.path, [open]).batches, clicks);
  await drainAll(takeOver(folder.path, [open]).batches, clicks);

  expect(clicks.rows.map((row) => row.clickId.at(-1))).toEqual(['1', '2', '3']);
});

test('visits of erased links are dropped', async () => {
  using folder = tempFolder();
  const { linkId } = aVisit();
  segment(folder.path, line(1));
  const { batches } = takeOver(folder.path);
  const clicks = memoryClicks('');
  const ports = { batches, clicks: clicks.store, enrich: enrichPlainly, random: () => 0.5 };

  const step = drainBatches({ ...ports, isErased: (id) => id === linkId });
  await step();

  expect(await step()).toEqual({ kind: 'idle' });
  expect(clicks.rows).toEqual([]);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('[retention] dead letters are deleted seven days after their day', () => {
  using folder = tempFolder();
  const letters = deadLetterFolder(folder.path);
  realDisk.makeFolder(letters);
  const dayStart = Date.UTC(2026, 10, 21);
  writeFileSync(
    join(
      letters,
      `${segmentFile({ kind: 'clicks', day: '2026-11-21', batch: crypto.randomUUID(), state: 'sealed' })}.corrupt`,
    ),
    'x',
  );

  forgetDeadLetters({ disk: realDisk, folder: folder.path }, dayStart + 7 * dayMs - 1);
  expect(readdirSync(letters)).toHaveLength(1);
  forgetDeadLetters({ disk: realDisk, folder: folder.path }, dayStart + 7 * dayMs);

  expect(readdirSync(letters)).toEqual([]);
});
