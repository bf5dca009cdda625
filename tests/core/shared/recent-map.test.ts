import { expect, test } from 'bun:test';
import { recentMap } from '#core/shared/recent-map';

test('a cache remembers its limit of recent keys, and never more than twice as many', () => {
  const limit = 100;
  const cache = recentMap<number, number>(limit);
  const keys = Array.from({ length: 10 * limit }, (_, key) => key);

  for (const key of keys) cache.set(key, key);

  const known = keys.filter((key) => cache.get(key) !== undefined);
  expect(known).toEqual(expect.arrayContaining(keys.slice(-limit)));
  expect(known.length).toBeLessThanOrEqual(2 * limit);
});

test('a key that is read again survives many others', () => {
  const cache = recentMap<number, string>(10);
  cache.set(0, 'popular');

  for (let key = 1; key < 500; key += 1) {
    cache.set(key, 'rare');
    expect(cache.get(0)).toBe('popular');
  }
});
