import { expect, test } from 'bun:test';
import { budget } from '#core/shared/limits/budget';

test('a key may act a fixed number of times per window, then waits, and then the count restarts', () => {
  const acts = budget({ limit: 2, windowMs: 1000, keys: 10 });

  const waits = [0, 1, 2, 3, 1000].map((nowMs) => acts.waitSeconds('a', nowMs));

  expect(waits).toEqual([0, 0, 1, 1, 0]);
  expect(acts.waitSeconds('b', 3)).toBe(0);
});

test('setting the clock back does not lock out a key', () => {
  const acts = budget({ limit: 1, windowMs: 1000, keys: 10 });
  acts.waitSeconds('a', 1_000_000);
  acts.waitSeconds('a', 1_000_001);

  expect(acts.waitSeconds('a', 0)).toBe(0);
});

test('an act that is given back can be repeated, and the key waits for the end of its window', () => {
  const acts = budget({ limit: 1, windowMs: 10_000, keys: 10 });
  acts.waitSeconds('a', 0);
  acts.giveBack('a');

  const waits = [1, 2, 4001].map((nowMs) => acts.waitSeconds('a', nowMs));

  expect(waits).toEqual([0, 10, 6]);
});
