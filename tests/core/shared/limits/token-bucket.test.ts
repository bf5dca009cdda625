import { expect, test } from 'bun:test';
import { tokenBucket } from '#core/shared/limits/token-bucket';

const times = <T>(count: number, act: () => T): T[] => Array.from({ length: count }, act);

test('[rate-limits] a burst is allowed immediately, and the next act after one token was added', () => {
  const bucket = tokenBucket({ perMinute: 60, burst: 3 });

  const burst = times(4, () => bucket.take('a', 0).waitSeconds);
  const early = bucket.take('a', 999).waitSeconds;
  const late = bucket.take('a', 1000).waitSeconds;
  const again = bucket.take('a', 1000).waitSeconds;

  expect([burst, early, late, again]).toEqual([[0, 0, 0, 1], 1, 0, 1]);
  expect(bucket.take('b', 1000).waitSeconds).toBe(0);
});

test('an allowance contains the remaining acts, and when the bucket is full or the next act is allowed', () => {
  const bucket = tokenBucket({ perMinute: 60, burst: 3 });

  const said = times(4, () => bucket.take('a', 0));

  expect(said.map(({ remaining, resetSeconds }) => [remaining, resetSeconds])).toEqual([
    [2, 1],
    [1, 2],
    [0, 1],
    [0, 1],
  ]);
  expect(said.map(({ limit }) => limit)).toEqual([3, 3, 3, 3]);
});

test('a pause fills the bucket only up to the burst, and setting the clock back removes nothing', () => {
  const bucket = tokenBucket({ perMinute: 60, burst: 3 });
  bucket.take('a', 0);

  const afterADay = bucket.take('a', 86_400_000).remaining;
  const setBack = bucket.take('a', 0);

  expect([afterADay, setBack.remaining, setBack.waitSeconds]).toEqual([2, 1, 0]);
});

test('[bounded-memory] the keys that were unused for the longest time are forgotten', () => {
  const bucket = tokenBucket({ perMinute: 1, burst: 1, keys: 2 });

  for (const key of ['a', 'b', 'c', 'd', 'e']) bucket.take(key, 0);

  expect(['e', 'd', 'a', 'b'].map((key) => bucket.take(key, 1).waitSeconds)).toEqual([
    60, 60, 0, 0,
  ]);
});

test('several acts at once are counted together, or none of them', () => {
  const bucket = tokenBucket({ perMinute: 60, burst: 3 });

  const said = [2, 2, 1].map((actions) => bucket.take('a', 0, actions));

  expect(said.map(({ remaining, waitSeconds }) => [remaining, waitSeconds])).toEqual([
    [1, 0],
    [1, 1],
    [0, 0],
  ]);
});
