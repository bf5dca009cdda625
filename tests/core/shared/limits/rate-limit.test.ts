import { expect, test } from 'bun:test';
import { rateLimit } from '#core/shared/limits/rate-limit';

test('a key waits until its oldest act leaves the window', () => {
  const limit = rateLimit({ limit: 2, windowMs: 10_000 });

  expect([0, 4000, 5000].map((atMs) => limit.waitSeconds('a', atMs))).toEqual([0, 0, 5]);
  expect(limit.waitSeconds('b', 5000)).toBe(0);
  expect(limit.waitSeconds('a', 10_000)).toBe(0);
  expect(limit.waitSeconds('a', 10_000)).toBe(4);
});

test('[bounded-memory] the keys that were unused for the longest time are forgotten', () => {
  const limit = rateLimit({ limit: 1, windowMs: 10_000, keys: 2 });

  for (const key of ['a', 'b', 'c', 'd', 'e']) limit.waitSeconds(key, 0);

  expect(['e', 'd', 'a', 'b'].map((key) => limit.waitSeconds(key, 1))).toEqual([10, 10, 0, 0]);
});
