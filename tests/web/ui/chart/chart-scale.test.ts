import { describe, expect, test } from 'bun:test';
import {
  countScale,
  namedScale,
  fewerLabels,
  pointsOf,
  shareOf,
} from '#web/ui/chart/chart-scale.ts';

describe('the scale of a chart', () => {
  test.each([0, 1, 3, 5, 37, 99, 1234, 4_999, 5_000, 100_000])(
    'starts at 0 and ends at or above the greatest count, which is %i',
    (most) => {
      const { gridLines, share } = countScale([0, most]);

      const counts = gridLines.map(({ count }) => count);
      expect(counts[0]).toBe(0);
      expect(counts.at(-1)).toBeGreaterThanOrEqual(most);
      expect(counts.every(Number.isInteger)).toBe(true);
      expect(gridLines.at(-1)?.share).toBe(1);
      expect(share(most)).toBeLessThanOrEqual(1);
    },
  );

  test('has marks at even steps', () => {
    const { gridLines } = countScale([1234]);

    const shares = gridLines.map(({ share }) => share);
    const even = shares.map((_, index) => shareOf(index, shares.length));
    for (const [index, share] of shares.entries()) expect(share).toBeCloseTo(even[index] ?? -1);
  });
});

describe('the labels below a chart', () => {
  test.each([7, 30, 90])('are at most seven of %i days, including the last day', (days) => {
    const labels = Array.from({ length: days }, (_, day) => ({
      label: `day ${day}`,
      share: shareOf(day, days),
    }));

    const gridLines = fewerLabels(labels, 7);

    expect(gridLines.length).toBeLessThanOrEqual(7);
    expect(gridLines.at(-1)).toEqual({ label: `day ${days - 1}`, share: 1 });
  });

  test('a single day is in the middle', () => {
    const today = { label: 'today', share: shareOf(0, 1) };

    expect(fewerLabels([today], 7)).toEqual([today]);
  });

  test('of uneven times keep their distance', () => {
    const labels = [0, 0.01, 0.5, 0.52, 0.98, 1].map((share) => ({ label: `at ${share}`, share }));

    expect(fewerLabels(labels, 7).map(({ share }) => share)).toEqual([0.01, 0.52, 1]);
  });
});

test('a line skips the times that it has no count for, and keeps the places of the others', () => {
  const times = ['Mon', 'Tue', 'Wed'].map((label) => ({ label }));

  expect(pointsOf(times, [5, null, 6])).toEqual([
    { share: 0, count: 5 },
    { share: 1, count: 6 },
  ]);
});

test('a scale of named counts has lines at these alone, and holds every count', () => {
  const named = [
    { count: 0, name: 'none' },
    { count: 1, name: 'enough' },
  ];
  const scale = namedScale([-0.5, 0.7], named);

  expect(scale.gridLines.map(({ name }) => name)).toEqual(['none', 'enough']);
  expect(scale.share(-0.5)).toBeGreaterThan(0);
  expect(scale.share(-0.5)).toBeLessThan(scale.share(0));
  expect(scale.share(1)).toBeLessThan(1);
});
