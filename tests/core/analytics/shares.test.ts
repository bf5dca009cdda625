import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shares } from '#core/analytics/shares';
import { splitTenths } from '#tests/support/readers/split-tenths';

/** The rows of a whole list: the counts, and what is missing to the total as a row of its own. */
const rowsOf = (clicks: readonly number[], rest = 0) => {
  const sorted = clicks.toSorted((left, right) => right - left);
  const tenths = splitTenths([...sorted, rest]);
  return sorted.map((count, i) => ({ name: `n${i}`, clicks: count, tenths: tenths[i] ?? 0 }));
};
const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0);

test('three equal thirds add up to 100.0', () => {
  const found = shares({ rows: rowsOf([1, 1, 1]), totalClicks: 3 }, 10, 'Other');

  expect(found.map((row) => row.percentage)).toEqual([33.4, 33.3, 33.3]);
});

test('a list that is too long ends with Other', () => {
  const found = shares({ rows: rowsOf([5, 3, 1, 1]), totalClicks: 10 }, 3, 'Other');

  expect(found).toEqual([
    { name: 'n0', clicks: 5, percentage: 50 },
    { name: 'n1', clicks: 3, percentage: 30 },
    { name: 'Other', clicks: 2, percentage: 20 },
  ]);
});

test('a list that just fits has no Other', () => {
  const found = shares({ rows: rowsOf([5, 3, 2]), totalClicks: 10 }, 3, 'Other');

  expect(found.map((row) => row.name)).toEqual(['n0', 'n1', 'n2']);
});

test('rows that are counted but not listed go to Other', () => {
  const found = shares({ rows: rowsOf([5, 3, 2], 10), totalClicks: 20 }, 3, 'Other');

  expect(found).toEqual([
    { name: 'n0', clicks: 5, percentage: 25 },
    { name: 'n1', clicks: 3, percentage: 15 },
    { name: 'Other', clicks: 12, percentage: 60 },
  ]);
});

test('an empty list has no shares', () => {
  expect(shares({ rows: [], totalClicks: 0 }, 10, 'Other')).toEqual([]);
});

test('for any counts, clicks add up to the total and percentages to exactly 100.0', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 1e12 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 12 }), (clicks, longest) => {
      const total = sum(clicks);

      const found = shares({ rows: rowsOf(clicks), totalClicks: total }, longest, 'Other');

      expect(found.length).toBeLessThanOrEqual(longest);
      expect(sum(found.map((row) => row.clicks))).toBe(total);
      expect(sum(found.map((row) => Math.round(row.percentage * 10)))).toBe(1000);
      // The rest says what the shown rows leave, and so has the sum of their roundings.
      for (const row of found.filter(({ name }) => name !== 'Other')) {
        expect(Math.abs(row.percentage - (row.clicks / total) * 100)).toBeLessThan(0.1001);
      }
    }),
  );
});
