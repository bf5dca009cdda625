import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { roundSlots } from '#contract/split-tests/split-words';
import type { PeriodCounts } from '#core/split-tests/evidence';
import { automaticSlots } from '#core/split-tests/shares';
import { seededRandom } from '#tests/demo/random';

const clear = { visits: [1000, 1000, 1000], converting: [60, 30, 30] };

test('the slots of a day are twenty, and nobody gets fewer than two', () => {
  fc.assert(
    fc.property(someCounts, fc.nat(), (counts, seed) => {
      const slots = automaticSlots(counts, seededRandom(seed));
      expect(total(slots)).toBe(roundSlots);
      expect(Math.min(...slots)).toBeGreaterThanOrEqual(2);
      expect(slots.every(Number.isInteger)).toBe(true);
    }),
  );
});

test('paused destinations get no slot, the others share all twenty', () => {
  fc.assert(
    fc.property(someCounts, fc.nat(), fc.nat(1), (counts, seed, paused) => {
      const slots = automaticSlots(counts, seededRandom(seed), { paused: [paused] });
      expect(slots[paused]).toBe(0);
      expect(total(slots)).toBe(roundSlots);
      expect(slots.filter((_, at) => at !== paused).every((count) => count >= 2)).toBe(true);
    }),
  );
});

test('before anybody has converted, all destinations get about the same', () => {
  const slots = automaticSlots({ visits: [0, 0], converting: [0, 0] }, seededRandom(1));

  expect(Math.abs((slots[0] ?? 0) - 10)).toBeLessThanOrEqual(2);
});

test('the destination that is clearly best gets nearly all free slots', () => {
  expect(automaticSlots(clear, seededRandom(1))).toEqual([16, 2, 2]);
});

test('the same counts and random numbers give the same slots', () => {
  expect(automaticSlots(clear, seededRandom(5))).toEqual(automaticSlots(clear, seededRandom(5)));
});

test('destinations whose chances are equal share the free slots about equally', () => {
  const counts = { visits: [5000, 5000], converting: [150, 150] };
  const mean =
    total(Array.from({ length: 50 }, (_, at) => automaticSlots(counts, seededRandom(at))[0] ?? 0)) /
    50;

  expect(Math.abs(mean - 10)).toBeLessThan(0.5);
});

test('the winner gets all free slots, and the others keep their floor', () => {
  const winner = { winner: 1 };

  expect(automaticSlots(clear, seededRandom(1), winner)).toEqual([2, 16, 2]);
  expect(automaticSlots(clear, seededRandom(1), { ...winner, paused: [0] })).toEqual([0, 18, 2]);
});

test('a winner that was paused gets nothing; the others are chosen by their conversions', () => {
  const slots = automaticSlots(
    { visits: [1000, 1000, 1000], converting: [10, 90, 40] },
    seededRandom(1),
    { winner: 1, paused: [1] },
  );

  expect(slots).toEqual([2, 0, 18]);
});

test('the free slots follow the chance to be best, as two Beta distributions give it', () => {
  // P(B > A), summed exactly: Beta(11, 91) and Beta(16, 86).
  const [tests, chance] = [400, chanceOfBetter([10, 90], [15, 85])];
  const counts = { visits: [100, 100], converting: [10, 15] };
  const mean =
    total(
      Array.from(
        { length: tests },
        (_, seed) => automaticSlots(counts, seededRandom(seed))[1] ?? 0,
      ),
    ) / tests;

  expect(chance).toBeGreaterThan(0.8);
  expect(Math.abs(mean - (2 + 16 * chance))).toBeLessThan(0.1);
});

test('a destination with few visits keeps a chance: its rate is uncertain', () => {
  const [tests, chance] = [400, chanceOfBetter([3, 27], [0, 3])];
  const counts = { visits: [30, 3], converting: [3, 0] };
  const mean =
    total(
      Array.from(
        { length: tests },
        (_, seed) => automaticSlots(counts, seededRandom(seed))[1] ?? 0,
      ),
    ) / tests;

  expect(Math.abs(mean - (2 + 16 * chance))).toBeLessThan(0.1);
});

/** The chance that the second rate is higher, after successes and failures, with flat priors. */
function chanceOfBetter(
  [hits, misses]: readonly [number, number],
  [otherHits, otherMisses]: readonly [number, number],
): number {
  const steps = 20_000;
  let [below, mass, otherMass, better] = [0, 0, 0, 0];
  for (let step = 0; step < steps; step += 1) {
    const rate = (step + 0.5) / steps;
    const density = rate ** hits * (1 - rate) ** misses;
    const otherDensity = rate ** otherHits * (1 - rate) ** otherMisses;
    below = mass + density / 2;
    mass += density;
    otherMass += otherDensity;
    better += otherDensity * below;
  }
  return better / (mass * otherMass);
}

const someCounts: fc.Arbitrary<PeriodCounts> = fc
  .array(fc.tuple(fc.nat(5000), fc.nat(200)), { minLength: 2, maxLength: 4 })
  .map((all) => ({
    visits: all.map(([visits]) => visits),
    converting: all.map(([, converting]) => converting),
  }));

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
