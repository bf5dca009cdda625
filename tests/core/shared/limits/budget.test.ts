import { expect, test } from 'bun:test';
import { budget } from '#core/shared/limits/budget';

test('a key may act a fixed number of times per window, the next is reported once, and then the count restarts', () => {
  const acts = budget({ limit: 2, windowMs: 1000, keys: 10 });

  const spent = [0, 1, 2, 3, 1000].map((nowMs) => acts.spend('a', nowMs));

  expect(spent).toEqual(['within', 'within', 'just over', 'over', 'within']);
  expect(acts.spend('b', 3)).toBe('within');
});

test('setting the clock back does not lock out a key', () => {
  const acts = budget({ limit: 1, windowMs: 1000, keys: 10 });
  acts.spend('a', 1_000_000);
  acts.spend('a', 1_000_001);

  expect(acts.spend('a', 0)).toBe('within');
});

test('an act that is given back can be repeated, and the key waits for the end of its window', () => {
  const acts = budget({ limit: 1, windowMs: 10_000, keys: 10 });
  acts.spend('a', 0);
  acts.giveBack('a');

  const spent = [1, 2, 3].map((nowMs) => acts.spend('a', nowMs));

  expect(spent).toEqual(['within', 'just over', 'over']);
  expect(acts.waitSeconds('a', 4001)).toBe(6);
});
