import { expect, test } from 'bun:test';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { WrittenPosition } from '#adapters/spool/counter-chunk';
import { openSplitCounters } from '#adapters/spool/split-counters';
import { tempFolder } from '#tests/support/temp-folder';

function open(folder: string, leftovers: readonly WrittenPosition[] = []) {
  const failures: unknown[] = [];
  const counters = openSplitCounters({
    folder,
    leftovers,
    onFailure: (error) => failures.push(error),
  });
  return { counters, failures };
}

test('[even-splits] positions count from 1 in strict order, separately for each link and test', () => {
  using folder = tempFolder();
  const { counters } = open(folder.path);

  const first = [1, 2, 3].map(() => counters.take(7, 1, true));
  const other = counters.take(8, 1, true);
  const far = counters.take(1_000_000, 1, true);
  const changed = counters.take(7, 2, true);

  expect(first).toEqual([1, 2, 3]);
  expect([other, far, changed]).toEqual([1, 1, 1]);
  counters.close();
});

test('[even-splits] neighbours in one file do not disturb each other, and each knows its last position', () => {
  using folder = tempFolder();
  const { counters } = open(folder.path);
  const links = [4, 5, 6];

  for (const round of [1, 2, 3]) {
    for (const link of links) expect(counters.take(link, 10 + link, true)).toBe(round);
  }
  counters.recordWritten(
    links.map((link) => ({ linkNumber: link, splitVersion: 10 + link, position: 2 })),
  );

  expect(links.map((link) => counters.taken(link, 10 + link))).toEqual([3, 3, 3]);
  expect(links.map((link) => counters.taken(link, 99))).toEqual([0, 0, 0]);
  expect(counters.taken(7, 17)).toBe(0);
  // The third position of each has no line: a start gives it out again.
  const again = open(folder.path).counters;
  expect(links.map((link) => again.take(link, 10 + link, true))).toEqual([3, 3, 3]);
});

/** What may happen to a visit, and to its process. */
type Step = 'counted' | 'killed before its line' | 'killed after its line' | 'restarted in peace';

test('[even-splits] kills and restarts neither skip nor repeat a position among written lines', () => {
  const step: fc.Arbitrary<Step> = fc.constantFrom(
    'counted',
    'counted',
    'counted',
    'killed before its line',
    'killed after its line',
    'restarted in peace',
  );

  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      using folder = tempFolder();
      let { counters } = open(folder.path);
      let leftover: WrittenPosition[] = [];
      const lines: number[] = [];

      for (const what of steps) {
        if (what !== 'restarted in peace') {
          const position = counters.take(5, 3, true);
          if (what !== 'killed before its line') {
            lines.push(position);
            leftover = [{ linkNumber: 5, splitVersion: 3, position }];
          }
        }
        if (what === 'counted') counters.recordWritten(leftover);
        else ({ counters } = open(folder.path, leftover));
      }

      expect(lines).toEqual(lines.map((_, index) => index + 1));
    }),
    { numRuns: 60 },
  );
});

test('[even-splits] a position of a visit that was not recorded stays used after a restart', () => {
  using folder = tempFolder();
  const first = open(folder.path);
  first.counters.take(5, 1, false);

  const second = open(folder.path);

  expect(second.counters.take(5, 1, true)).toBe(2);
});

test('an old line of an earlier test does not restore its cycle', () => {
  using folder = tempFolder();
  const first = open(folder.path);
  const position = first.counters.take(5, 2, true);
  first.counters.recordWritten([{ linkNumber: 5, splitVersion: 2, position }]);

  const second = open(folder.path, [{ linkNumber: 5, splitVersion: 1, position: 90 }]);

  expect(second.counters.take(5, 2, true)).toBe(2);
});

test('a mapped file is allocated on disk, also after it was truncated', () => {
  using folder = tempFolder();
  writeFileSync(join(folder.path, 'split.0'), new Uint8Array(100));

  const { counters } = open(folder.path);
  counters.take(4095, 1, true);

  const { size, blocks } = statSync(join(folder.path, 'split.0'));
  expect(size).toBe(65_536);
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
  expect(readdirSync(folder.path)).toEqual(['split.0']);
});

test('without a writable file the tests continue in memory, and this is logged', () => {
  using folder = tempFolder();
  const { counters, failures } = open(folder.path);
  writeFileSync(join(folder.path, 'split.0'), '');
  writeFileSync(join(folder.path, 'split.0.new'), '');
  Bun.spawnSync(['rm', '-rf', folder.path]);

  const positions = [counters.take(1, 1, true), counters.take(1, 1, true)];

  expect(positions).toEqual([1, 2]);
  expect(failures).toHaveLength(1);
});
