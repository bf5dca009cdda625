import { expect, test } from 'bun:test';
import { binomial, exponential, longRandom } from './random.ts';
import { firstVerdict } from './trial.ts';
import { simulateVisits } from './visits.ts';

const arms = [{ rate: 0.03 }, { rate: 0.04 }];

test('judging only the days that reach the bar gives the verdicts of judging every day', () => {
  const verdicts = (isWorthJudging?: () => boolean) =>
    Array.from({ length: 12 }, (_, seed) =>
      firstVerdict(
        {
          arms: arms.map(({ rate }) => ({ rate, delayDays: (random) => exponential(random, 1) })),
          ...{ visitsPerDay: 1000, days: 40, random: longRandom(seed) },
        },
        isWorthJudging,
      ),
    );
  const every = verdicts(() => true);

  expect(verdicts()).toEqual(every);
  expect(every.filter((verdict) => verdict !== null).length).toBeGreaterThan(3);
});

test('the same seed simulates the same test', () => {
  const run = (seed: number) =>
    firstVerdict({ arms, visitsPerDay: 2000, days: 60, random: longRandom(seed) });

  expect(run(7)).toEqual(run(7));
  expect(run(7)).not.toEqual(run(8));
});

test('the rotation is exactly even, and follows the slots of weights', () => {
  const evenly = simulateVisits(arms, { visitsPerDay: 777, random: longRandom(1) });
  const weighted = simulateVisits(arms, { visitsPerDay: 777, random: longRandom(1) });
  for (let day = 0; day < 50; day += 1) {
    evenly.pass([1, 1]);
    weighted.pass(sixteen);
  }

  const [first = 0, second = 0] = evenly.received().visits;
  expect(Math.abs(first - second)).toBeLessThanOrEqual(1);
  const [more = 0, less = 0] = weighted.received().visits;
  expect(Math.abs(more / 4 - less)).toBeLessThanOrEqual(4);
});

test('conversions are received when their delay has passed, and stay in their window', () => {
  const late = [{ rate: 0.5, delayDays: () => 5 }, { rate: 0 }];
  const visits = simulateVisits(late, { visitsPerDay: 1000, random: longRandom(3) });
  for (let day = 0; day < 5; day += 1) visits.pass([1, 1]);
  expect(visits.rows.every(({ received }) => received === 0)).toBe(true);
  for (let day = 5; day < 8; day += 1) visits.pass([1, 1]);

  const [first] = visits.rows;
  expect(first?.received).toBeGreaterThan(100);
  expect(first?.within).toEqual([0, 0, 1, 1, 1].map((part) => part * (first?.received ?? 0)));
});

test('draws have the mean and the variance of their distributions', () => {
  const random = longRandom(11);
  const draws = Array.from({ length: 40_000 }, () => binomial(random, 50, 0.2));
  const mean = draws.reduce((sum, draw) => sum + draw) / draws.length;
  const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length;

  expect(Math.abs(mean - 10)).toBeLessThan(0.06);
  expect(Math.abs(variance - 8)).toBeLessThan(0.25);
  expect(binomial(random, 0, 0.2)).toBe(0);
  expect(binomial(random, 100, 0)).toBe(0);
});

const sixteen = [16, 4];
