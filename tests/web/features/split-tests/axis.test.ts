import { expect, test } from 'bun:test';
import { highWords, likelyWords, lowWords, ratioAxis } from '#web/features/split-tests/axis.ts';

test('bounds of differences are rounded outwards, and estimates to the nearest', () => {
  expect(lowWords(0.3514)).toBe('−65%');
  expect(highWords(1.0161)).toBe('+2%');
  expect(likelyWords(0.7044)).toBe('−30%');
  expect(lowWords(1.035)).toBe('+3%');
  expect(highWords(0.9701)).toBe('−2%');
  expect(lowWords(0.999)).toBe('−1%');
  expect(highWords(1.001)).toBe('+1%');
});

test('a whole percent stays what it is, whatever binary fractions make of it', () => {
  for (const percent of [1, 3, 7, 10, 14, 28, 57, 58]) {
    expect(lowWords(1 + percent / 100)).toBe(`+${percent}%`);
    expect(highWords(1 + percent / 100)).toBe(`+${percent}%`);
    expect(highWords(1 - percent / 100)).toBe(`−${percent}%`);
  }
  expect(highWords(1)).toBe('0%');
});

const shares = (axis: ReturnType<typeof ratioAxis>) => axis.ticks.map(({ share }) => share);

test('the axis is logarithmic: halving and doubling are equally far from no difference', () => {
  const axis = ratioAxis([{ low: 0.4, high: 2 }]);

  expect(axis.share(2) - axis.share(1)).toBeCloseTo(axis.share(1) - axis.share(0.5));
  expect(axis.share(0.4)).toBeGreaterThan(0.15);
  expect(axis.share(2)).toBeLessThan(0.85);
});

test.each([
  { low: 0.3514, high: 1.0161 },
  { low: 0.83, high: 1.19 },
  { low: 0, high: null },
  { low: 0.9, high: 11 },
])('ticks of %j are apart, rise and hold no difference', (interval) => {
  const axis = ratioAxis([interval]);
  const places = shares(axis);

  expect(axis.ticks.map(({ label }) => label)).toContain('0%');
  expect(places.length).toBeGreaterThan(1);
  for (const [at, place] of places.entries()) {
    expect(place).toBeGreaterThan(0.05);
    expect(place).toBeLessThan(0.95);
    if (at > 0) expect(place - (places[at - 1] ?? 0)).toBeGreaterThanOrEqual(0.18);
  }
});

test('what is beyond the axis lies at its ends', () => {
  const axis = ratioAxis([{ low: 0, high: null }]);

  expect(axis.share(0)).toBe(0);
  expect(axis.share(1e9)).toBe(1);
});
