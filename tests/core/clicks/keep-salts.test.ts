import { expect, test } from 'bun:test';
import { findSalt, tendSalts } from '#core/clicks/keep-salts';
import { dayMs, hourMs } from '#core/shared/time';
import { memorySalts } from '#tests/support/memory/salts';

const noon = Date.UTC(2026, 10, 21, 12);

function instance(shared = memorySalts()) {
  const own = memorySalts();
  const clock = { atMs: noon, isTrusted: true, now: () => clock.atMs };
  const ports = {
    shared: shared.shared,
    own: own.own,
    clock,
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    isClockTrusted: () =>
      shared.state.isAway ? Promise.reject(new Error('away')) : Promise.resolve(clock.isTrusted),
  };
  return { shared, own, clock, tend: tendSalts(ports), find: findSalt(ports) };
}

test("tomorrow's salt is created today, and all instances use the same", async () => {
  const first = instance();
  const second = instance(first.shared);

  await first.tend(null);
  await second.tend(null);

  expect(first.own.days()).toEqual(['2026-11-21', '2026-11-22']);
  expect(await second.find('2026-11-22')).toEqual(await first.find('2026-11-22'));
});

test('[daily-visitors] a salt is destroyed everywhere two days after its day', async () => {
  const { tend, clock, own, shared, find } = instance();
  await tend(null);

  clock.atMs = Date.UTC(2026, 10, 22, 23, 59);
  await tend(null);
  expect(own.days()).toContain('2026-11-21');
  clock.atMs = Date.UTC(2026, 10, 23);
  await tend(null);

  expect(own.days()).toEqual(['2026-11-22', '2026-11-23', '2026-11-24']);
  expect(shared.days()).toEqual(['2026-11-22', '2026-11-23', '2026-11-24']);
  expect(await find('2026-11-21')).toBeNull();
});

test('a salt is kept longer while visits of its day wait, but at most seven days', async () => {
  const { tend, clock, find } = instance();
  await tend(null);
  const salt = await find('2026-11-21');

  for (let days = 1; days <= 6; days += 1) {
    clock.atMs = noon + days * dayMs;
    await tend('2026-11-21');
    expect(await find('2026-11-21')).toEqual(salt);
  }
  clock.atMs = noon + 7 * dayMs;
  await tend('2026-11-21');

  expect(await find('2026-11-21')).toBeNull();
});

test('[daily-visitors] a clock that is known to be wrong destroys no salt', async () => {
  const { tend, clock, find, shared } = instance();
  await tend(null);
  const salt = await find('2026-11-21');
  clock.isTrusted = false;

  clock.atMs = noon + 60 * dayMs;
  await tend(null);
  clock.atMs = noon;

  expect(await find('2026-11-21')).toEqual(salt);
  expect(shared.days()).toContain('2026-11-22');
});

test('a destroyed salt is never replaced by another value', async () => {
  const { clock, find, shared } = instance();
  clock.atMs = noon + 3 * dayMs;

  expect(await find('2026-11-21')).toBeNull();
  expect(shared.days()).toEqual([]);
});

test('during a Postgres outage the copy is used, and visits without a salt wait', async () => {
  const { tend, clock, find, shared } = instance();
  await tend(null);
  shared.state.isAway = true;

  clock.atMs = noon + 13 * hourMs;
  expect(await find('2026-11-22')).toHaveLength(32);
  await expect(find('2026-11-23')).rejects.toThrow('out of reach');
});

test('old salts are destroyed locally even during a Postgres outage', async () => {
  const { tend, clock, own, shared } = instance();
  await tend(null);
  shared.state.isAway = true;
  clock.atMs = noon + 2 * dayMs;

  await tend(null).catch(() => 'Postgres is away');

  expect(own.days()).toEqual(['2026-11-22']);
});
