import { expect, test } from 'bun:test';
import { visitCategories } from '#contract/split-tests/split-words';
import { areCountsUneven, findImbalance, logGamma, logImbalance } from '#core/split-tests/checks';

test('the imbalance of counts is that of the published test of Lindon and Malek', () => {
  // optimizely/ssrm, test_sequential_posteriors.
  const shares = [0.4, 0.4, 0.2];
  const prior = [1, 1, 1];

  expect(logImbalance([2, 2, 1], shares, prior)).toBeCloseTo(
    -6.445_719_819_385_578_5 + 5.274_600_839_930_72,
    9,
  );
  expect(logImbalance([20, 17, 9], shares, prior)).toBeCloseTo(-2.950_560_785, 9);
  expect(logImbalance([60, 63, 32], shares, prior)).toBeCloseTo(-4.183_813_982, 9);
});

test('the imbalance of counts with the weight of a hundred visits', () => {
  const halves = [0.5, 0.5];
  const quarters = [0.25, 0.25, 0.25, 0.25];

  expect(logImbalance([500, 500], halves)).toBeCloseTo(-1.201_220_322, 8);
  expect(logImbalance([560, 440], halves)).toBeCloseTo(5.363_268_896, 8);
  expect(logImbalance([580, 420], halves)).toBeCloseTo(10.487_224_92, 8);
  expect(logImbalance([300, 250, 240, 210], quarters)).toBeCloseTo(3.943_425_334, 8);
  expect(logImbalance([0, 0], halves)).toBeCloseTo(0, 12);
});

test('the expected imbalance of a fair split is one', () => {
  const total = 200;
  let expected = 0;
  let probability = 0.5 ** total;
  for (let first = 0; first <= total; first += 1) {
    expected += probability * Math.exp(logImbalance([first, total - first], [0.5, 0.5]));
    probability *= (total - first) / (first + 1);
  }

  expect(expected).toBeCloseTo(1, 9);
});

test('the mean of the five categories alarms, and names the one that differs most', () => {
  const fair = [5000, 5000];
  const alarmed = (mobile: readonly number[]) =>
    findImbalance(
      visitCategories.map((category) => ({
        category,
        visits: category === 'mobile' ? mobile : fair,
      })),
      [0.5, 0.5],
    );

  // A hundred for one category is not enough: the other four count nearly nothing.
  expect(Math.exp(logImbalance([560, 440], [0.5, 0.5]))).toBeGreaterThan(100);
  expect(alarmed([560, 440])).toBeNull();
  expect(alarmed([580, 420])?.[0].category).toBe('mobile');
  expect(alarmed([420, 580])?.map(({ category }) => category)).toEqual([
    'mobile',
    ...visitCategories.filter((category) => category !== 'mobile'),
  ]);
  expect(alarmed(fair)).toBeNull();
  expect(findImbalance([], [0.5, 0.5])).toBeNull();
});

test('the categories are compared with the planned shares', () => {
  const visits = [1600, 400];
  const category = 'desktop' as const;

  expect(findImbalance([{ category, visits }], [0.8, 0.2])).toBeNull();
  expect(findImbalance([{ category, visits }], [0.5, 0.5])?.[0].category).toBe('desktop');
});

test('a visit of a destination that was taken out hides no imbalance', () => {
  const shares = [0.5, 0.5, 0];

  expect(logImbalance([560, 440, 3], shares)).toBeCloseTo(logImbalance([560, 440, 0], shares), 12);
});

test('the counts of equal turns differ by at most one for each instance', () => {
  expect(areCountsUneven([1000, 1001], 1)).toBe(false);
  expect(areCountsUneven([1000, 1002, 1001], 1)).toBe(true);
  expect(areCountsUneven([1000, 1002, 1001], 2)).toBe(false);
});

test('the logarithm of gamma is that of the factorials', () => {
  let logFactorial = 0;
  for (let n = 1; n <= 170; n += 1) {
    expect(logGamma(n)).toBeCloseTo(logFactorial, 9);
    logFactorial += Math.log(n);
  }
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 12);
});
