import { expect, test } from 'bun:test';
import { singleFlight } from '#core/shared/single-flight';

function start() {
  const time = { nowMs: 1000 };
  const flights = singleFlight<number>({ clock: { now: () => time.nowMs }, keepMs: 2000 });
  let made = 0;
  const make = async () => (made += 1);
  return { time, flights, make };
}

test('calls at the same time or soon after share one result per key', async () => {
  const { time, flights, make } = start();

  const [first, second] = await Promise.all([flights.get('a', make), flights.get('a', make)]);
  const other = await flights.get('b', make);
  time.nowMs += 1999;
  const soon = await flights.get('a', make);
  time.nowMs += 1;
  const later = await flights.get('a', make);

  expect([first, second, soon, other, later]).toEqual([1, 1, 1, 2, 3]);
});

test('a running or fresh result is known, and the oldest makes room for one above the limit', async () => {
  const time = { nowMs: 1000 };
  const flights = singleFlight<number>({ clock: { now: () => time.nowMs }, keepMs: 2000, most: 2 });
  for (const [at, key] of ['a', 'b', 'c'].entries()) void flights.get(key, async () => at);

  expect(['a', 'b', 'c'].map((key) => flights.known(key) !== undefined)).toEqual([
    false,
    true,
    true,
  ]);
  expect(await flights.known('c')).toBe(2);
  time.nowMs += 2000;
  expect(flights.known('c')).toBeUndefined();
});

test('a failure rejects all waiting calls and is not kept', async () => {
  const { flights, make } = start();
  const failing = () => Promise.reject(new Error('away'));

  const waiting = [flights.get('a', failing), flights.get('a', make)];

  for (const answer of waiting) expect(answer).rejects.toThrow('away');
  await Promise.allSettled(waiting);
  expect(await flights.get('a', make)).toBe(1);
});

test('a late failure does not remove a newer result', async () => {
  const { time, flights, make } = start();
  const late = Promise.withResolvers<number>();

  const failed = flights.get('a', () => late.promise);
  time.nowMs += 2000;
  await flights.get('a', make);
  late.reject(new Error('away'));
  await failed.catch((error: unknown) => error);

  expect(await flights.get('a', make)).toBe(1);
});
