import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type PeriodCounts, winningBar } from '#core/split-tests/evidence';
import {
  growthToWin,
  overallRate,
  plannedVisits,
  roundedToDigit,
  visibleLift,
  visitsToCome,
} from '#core/split-tests/plan';
import { expectRatio } from '#tests/support/ratio';

test('the factor by which the counts have to grow until the leader wins', () => {
  const growth = (converting: readonly number[], bar: number): number | null =>
    growthToWin([evenly(converting)], { leader: 0, destinations: converting.length, bar });

  expectRatio(growth([60, 40], 40) ?? 0, 2.59929, 1e-5);
  expectRatio(growth([120, 80], 40) ?? 0, 1.29965, 1e-5);
  expectRatio(growth([30, 20], winningBar(3, true)) ?? 0, 5.35836, 1e-5);
  expectRatio(growth([11, 9], 40) ?? 0, 53.4803, 1e-5);
  expect(growth([505, 495], 40)).toBeNull();
  expect(growth([130, 80], 40)).toBe(1);
});

test('the factor is that of the closest rival', () => {
  const rivals = { leader: 0, destinations: 3, bar: 46 };

  const both = growthToWin([evenly([60, 30, 40])], rivals);
  const closest = growthToWin([evenly([60, 40])], { ...rivals, destinations: 2 });

  expect(both).toBe(closest);
});

test('the forecast adds a third of what is missing, because counts do not grow evenly', () => {
  expect(visitsToCome(2, 1000)).toBe(1300);
  expect(visitsToCome(1, 1000)).toBe(0);
});

test('the visits that a test takes', () => {
  const vectors = [
    [0.03, 0.1, 2, 204_897],
    [0.03, 0.2, 2, 53_577],
    [0.03, 0.5, 2, 9657],
    [0.005, 0.2, 2, 321_460],
    [0.2, 0.2, 2, 8037],
    [0.03, 0.2, 3, 101_850],
    [0.03, 0.2, 4, 149_808],
  ] as const;

  for (const [rate, lift, destinations, visits] of vectors)
    expect(Math.ceil(plannedVisits({ rate, lift, destinations }))).toBe(visits);
});

test('weights take more visits with three destinations, because their bar is higher', () => {
  const plan = { rate: 0.03, lift: 0.2 };

  expect(plannedVisits({ ...plan, destinations: 3, isEven: false })).toBeGreaterThan(
    plannedVisits({ ...plan, destinations: 3 }),
  );
  expect(plannedVisits({ ...plan, destinations: 2, isEven: false })).toBe(
    plannedVisits({ ...plan, destinations: 2 }),
  );
});

test('the least visible lift is the one for which the visits are enough', () => {
  const lifts = fc.double({ min: 0.03, max: 3, noNaN: true });
  const plans = fc.record({
    rate: fc.double({ min: 0.001, max: 0.5, noNaN: true }),
    destinations: fc.integer({ min: 2, max: 4 }),
  });
  fc.assert(
    fc.property(lifts, plans, (lift, plan) => {
      expectRatio(visibleLift(plannedVisits({ ...plan, lift }), plan), lift, 1e-6);
    }),
  );
});

test('numbers of a forecast have one digit', () => {
  const rounded = [0, 0.26, 7, 14, 15, 95, 1234, 46_000].map(roundedToDigit);

  expect(rounded).toEqual([0, 0.3, 7, 10, 20, 100, 1000, 50_000].map((n) => expect.closeTo(n, 9)));
});

test('the rate of a test is that of all its visits', () => {
  expect(overallRate([evenly([30, 10])])).toBe(0.02);
  expect(overallRate([{ visits: [0, 0], converting: [0, 0] }])).toBe(0);
  expect(overallRate([])).toBe(0);
});

function evenly(converting: readonly number[]): PeriodCounts {
  return { visits: converting.map(() => 1000), converting };
}
