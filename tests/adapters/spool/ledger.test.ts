import { expect, test } from 'bun:test';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { realDisk } from '#adapters/spool/disk';
import type { FromDrain, FromWriter } from '#adapters/spool/messages';
import { countLines } from '#adapters/spool/read-segment';
import { sealedSegments } from '#adapters/spool/sealed-segments';
import { diskIo, type SegmentIo } from '#adapters/spool/segment-io';
import { readSegmentFile, spoolFolder } from '#adapters/spool/segments';
import { openSpool, type Spool } from '#adapters/spool/spool';
import { drainBatches } from '#core/clicks/drain-batches';
import { aVisit } from '#tests/support/builders/visits';
import { silentLog } from '#tests/support/doubles/silent-log';
import { caseCount } from '#tests/support/extent';
import { memoryClicks, type Mishap } from '#tests/support/memory/clicks';
import { enrichPlainly } from '#tests/support/processes/drain-simulation';
import { tempFolder } from '#tests/support/temp-folder';

const poisonLink = '0193c0de-0000-7000-8000-00000000dead';
const deletedLink = '0193c0de-0000-7000-8000-00000000de1e';
const links = [aVisit().linkId, aVisit().linkId, aVisit().linkId, poisonLink, deletedLink] as const;

type Trouble = 'none' | 'full' | 'torn';

/** A disk on which the next write fails, or is torn so that nothing can cut it back. */
function troubledDisk() {
  const state: { next: Trouble } = { next: 'none' };
  const io: SegmentIo = {
    ...diskIo,
    write(fd, bytes, offset, length) {
      if (state.next === 'none') return diskIo.write(fd, bytes, offset, length);
      if (state.next === 'torn' && offset === 0) {
        return diskIo.write(fd, bytes, 0, Math.max(1, length - 5));
      }
      throw Object.assign(new Error('refused'), { code: 'EDQUOT' });
    },
    cutTo: () => {
      throw new Error('cannot cut');
    },
  };
  return { state, io };
}

type World = {
  readonly spool: Spool;
  readonly step: () => Promise<unknown>;
  readonly countWaiting: () => Promise<void>;
};

/** The spool and its drain, which hear each other at once. */
function openWorld(dataDir: string, io: SegmentIo, clicks: ReturnType<typeof memoryClicks>): World {
  const folder = spoolFolder(dataDir);
  const spool = openSpool({ dataDir, newBatch: () => crypto.randomUUID(), log: silentLog, io });
  const post = (message: FromDrain) => spool.hear(message);
  const batches = sealedSegments({
    disk: realDisk,
    folder,
    abandoned: spool.abandoned(),
    clock: { now: () => Date.now() },
    reportDead: () => {},
    postToBooks: post,
  });
  spool.connect((message: FromWriter) => {
    if (message.kind === 'closed') batches.seal(message.file);
  });
  const isErased = (linkId: string) => linkId === deletedLink;
  const ports = { batches, clicks: clicks.store, enrich: enrichPlainly, isErased };
  const step = drainBatches({ ...ports, random: () => 0.5 });
  return { spool, step, countWaiting: batches.countWaiting };
}

/** The lines of all segments on disk. */
function linesOnDisk(dataDir: string): number {
  const folder = spoolFolder(dataDir);
  return readdirSync(folder)
    .filter((file) => readSegmentFile(file) !== null)
    .reduce((sum, file) => sum + countLines(readFileSync(join(folder, file))), 0);
}

const happenings = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('visits' as const),
        links: fc.array(fc.nat(links.length - 1), { minLength: 1, maxLength: 6 }),
        trouble: fc.constantFrom<Trouble>('none', 'none', 'none', 'full', 'torn'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('hand over' as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('step' as const),
        mishap: fc.constantFrom<Mishap>('none', 'none', 'answer lost', 'request lost'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('damage' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  ),
  { minLength: 5, maxLength: 40 },
);

test('[never-lost] every accepted visit is stored, in the spool, or dropped for a named reason, at every moment', async () => {
  const books = fc.asyncProperty(happenings, async (story) => {
    using folder = tempFolder();
    const dataDir = folder.path;
    const { state, io } = troubledDisk();
    const clicks = memoryClicks(poisonLink);
    let world = openWorld(dataDir, io, clicks);
    let storedBefore = 0;

    for (const happening of story) {
      switch (happening.kind) {
        case 'visits':
          state.next = happening.trouble;
          world.spool.write(
            happening.links.map((at) =>
              aVisit({ clickId: crypto.randomUUID(), linkId: links[at] ?? poisonLink }),
            ),
          );
          state.next = 'none';
          break;
        case 'hand over':
          world.spool.hear({ kind: 'handOver' });
          break;
        case 'step':
          clicks.state.mishap = happening.mishap;
          await world.step();
          clicks.state.mishap = 'none';
          break;
        case 'damage':
          damageSealed(dataDir);
          break;
        case 'restart':
          await world.spool.close();
          storedBefore = clicks.rows.length;
          world = openWorld(dataDir, io, clicks);
          await world.countWaiting();
      }
      const { accepted, found, stored, spooled, dropped, unaccounted } =
        world.spool.accounts().clicks;
      expect(unaccounted).toBe(0);
      expect(accepted + found).toBe(
        stored + spooled + Object.values(dropped).reduce((sum, lines) => sum + lines, 0),
      );
      expect(spooled).toBe(linesOnDisk(dataDir));
      // A store that lost its answer holds rows that the spool still has.
      expect(stored).toBeLessThanOrEqual(clicks.rows.length - storedBefore + found);
    }
    await world.spool.close();
  });
  await fc.assert(books, { numRuns: caseCount({ check: 40, extended: 2000 }) });
});

/** Overwrites a byte of the first sealed segment, so that a line's checksum is wrong. */
function damageSealed(dataDir: string): void {
  const folder = spoolFolder(dataDir);
  const file = readdirSync(folder).find((name) => readSegmentFile(name)?.state === 'sealed');
  if (file === undefined) return;
  const path = join(folder, file);
  const bytes = readFileSync(path);
  const at = bytes.indexOf(0x66);
  if (at >= 0) bytes[at] = 0x67;
  realDisk.write(path, bytes);
}

test('lines that a drain finds on disk are counted once, and the oldest one has its time', async () => {
  using folder = tempFolder();
  const clicks = memoryClicks(poisonLink);
  const first = openWorld(folder.path, diskIo, clicks);
  first.spool.write([aVisit(), aVisit()]);
  await first.spool.close();

  const second = openWorld(folder.path, diskIo, clicks);
  await second.countWaiting();
  await second.countWaiting();

  expect(second.spool.accounts().clicks).toMatchObject({
    accepted: 0,
    found: 2,
    stored: 0,
    spooled: 2,
    unaccounted: 0,
    oldestMs: aVisit().atMs,
  });
  await second.step();
  expect(second.spool.accounts().clicks).toMatchObject({ found: 2, stored: 2, spooled: 0 });
  await second.spool.close();
});

test('a segment that gains a line behind the books shows as unaccounted', async () => {
  using folder = tempFolder();
  const world = openWorld(folder.path, diskIo, memoryClicks(poisonLink));
  world.spool.write([aVisit()]);
  world.spool.hear({ kind: 'handOver' });
  const file = readdirSync(spoolFolder(folder.path)).find((name) => readSegmentFile(name) !== null);
  appendFileSync(join(spoolFolder(folder.path), file ?? ''), 'not a line\n');

  await world.step();

  expect(world.spool.accounts().clicks.unaccounted).toBe(-1);
  await world.spool.close();
});
