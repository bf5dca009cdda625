import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { splitWindows as windows } from '#contract/split-tests/split-words';
import {
  dayAt,
  type DayCounts,
  dayOf as dateDay,
  dayText,
  firstVerdictDay,
  firstWindow,
  isEvenThroughout,
  lastSettledDay,
  pooled,
  raisedWindow,
  settledPeriods,
  type Shares,
  type Window,
} from '#core/split-tests/counts';
import { beganOn, dayOf, withDelays } from '#tests/support/builders/split-tests';

const [even, weighted] = [
  { fromDay: beganOn, slots: [1, 1], isAutomatic: false },
  { fromDay: beganOn + 3, slots: [16, 4], isAutomatic: false },
];

test('days are counted and written as UTC days', () => {
  expect(dayText(20_000)).toBe('2024-10-04');
  expect(dateDay('2024-10-04')).toBe(20_000);
  expect(dayAt(Date.UTC(2024, 9, 4, 23, 59, 59, 999))).toBe(20_000);
  expect(dayAt(Date.UTC(2024, 9, 5))).toBe(20_001);
});

test('a day is settled when its last visit has had the whole window to convert', () => {
  // A visit at the end of day 10 converts within 3 days until the end of day 13.
  expect(lastSettledDay(14, 3)).toBe(10);
  expect(lastSettledDay(14, 1)).toBe(12);
});

test('settled periods hold the days before the last settled one, each under its own shares', () => {
  const days = Array.from({ length: 8 }, (_, at) =>
    dayOf(beganOn + at, [100, 100], [at, 1]),
  ).flat();

  const periods = settledPeriods(days, {
    shares: [even, weighted],
    window: 1,
    today: beganOn + 7,
  });

  expect(periods).toEqual([
    { visits: [300, 300], converting: [0 + 1 + 2, 3] },
    { visits: [300, 300], converting: [3 + 4 + 5, 3] },
  ]);
  expect(pooled(periods, 2)).toEqual({ visits: [600, 600], converting: [15, 6] });
});

test('a settled period counts the conversions that were received within the window', () => {
  const row: DayCounts = {
    ...{ day: beganOn, destination: 0, visits: 100 },
    ...{ received: 9, within: [2, 4, 6, 7, 8], inferred: 0 },
  };
  const converting = windows.map(
    (window) =>
      settledPeriods([row], { shares: [even], window, today: beganOn + 40 })[0]?.converting[0],
  );

  expect(converting).toEqual([2, 4, 6, 7, 8]);
});

test('in automatic mode each day is a period', () => {
  const shares = [0, 1, 2].map((at) => ({
    fromDay: beganOn + at,
    slots: [18 - at, 2 + at],
    isAutomatic: true,
  }));
  const days = [0, 1, 2].flatMap((at) => dayOf(beganOn + at, [180 - at, 20 + at], [at, 0]));

  const periods = settledPeriods(days, { shares, window: 1, today: beganOn + 10 });

  expect(periods.map(({ visits }) => visits)).toEqual([
    [180, 20],
    [179, 21],
    [178, 22],
  ]);
});

test('shares are even throughout when they never were anything else', () => {
  const automatic: Shares = { ...even, isAutomatic: true };

  expect(isEvenThroughout([even])).toBe(true);
  expect(isEvenThroughout([{ ...even, slots: [5, 5, 5, 5] }])).toBe(true);
  expect(isEvenThroughout([even, weighted])).toBe(false);
  expect(isEvenThroughout([automatic])).toBe(false);
});

test('the window rises when two or more, and more than 3 %, of a destination come later', () => {
  const raised = (received: number, late: number, afterDays: number): Window =>
    raisedWindow(1, [
      ...dayOf(beganOn, [9000, 0], [200, 0]),
      { day: beganOn, destination: 1, visits: 9000, ...withDelays(received, late, afterDays) },
    ]);

  expect(raised(100, 3, 1)).toBe(1);
  expect(raised(100, 4, 1)).toBe(3);
  expect(raised(10, 1, 1)).toBe(1);
  expect(raised(10, 2, 1)).toBe(3);
  expect(raised(100, 4, 3)).toBe(7);
  expect(raised(100, 4, 7)).toBe(14);
  expect(raised(100, 4, 14)).toBe(30);
  expect(raised(100, 4, 30)).toBe(30);
});

test('late conversions are shares of their destination, not of the test', () => {
  const late = { day: beganOn, destination: 1, visits: 900, ...withDelays(20, 2, 1) };

  expect(raisedWindow(1, [...dayOf(beganOn, [900], [5000]), late])).toBe(3);
});

test('the window never falls, and with it no destination has more than 3 % late, but at 30', () => {
  const row = fc
    .tuple(fc.nat(5), fc.nat(5), fc.nat(5), fc.nat(5), fc.nat(5), fc.nat(5))
    .map((parts): DayCounts => {
      const within = windows.map((_, at) => parts.slice(0, at + 1).reduce((a, b) => a + b));
      const received = parts.reduce((a, b) => a + b);
      return { day: beganOn, destination: 0, visits: 1000, received, within, inferred: 0 };
    });
  fc.assert(
    fc.property(fc.constantFrom(...windows), fc.array(row, { maxLength: 4 }), (window, rows) => {
      const days = rows.map((one, at) => ({ ...one, destination: at % 2 }));
      const risen = raisedWindow(window, days);
      expect(risen).toBeGreaterThanOrEqual(window);
      expect(raisedWindow(risen, days)).toBe(risen);
    }),
  );
});

test('a test begins with the window that most conversions of the account kept', () => {
  const within = [80, 90, 97, 99, 100];

  expect(firstWindow('sale', { received: 100, within })).toBe(7);
  expect(firstWindow('lead', { received: 100, within: [97, 98, 99, 99, 99] })).toBe(1);
  expect(firstWindow('lead', { received: 50, within: [0, 0, 0, 0, 10] })).toBe(30);
});

test('with fewer than fifty conversions the goal decides the first window', () => {
  const few = { received: 49, within: [49, 49, 49, 49, 49] };

  expect(firstWindow('subscription', few)).toBe(30);
  expect(firstWindow('sale', few)).toBe(7);
  expect(firstWindow('revenue', few)).toBe(7);
  expect(firstWindow('signup', few)).toBe(1);
  expect(firstWindow('subscription', { ...few, received: 50, within: [50, 50, 50, 50, 50] })).toBe(
    1,
  );
});

test('the first verdict waits for a week, for two windows, at most for 31 days', () => {
  expect(windows.map(firstVerdictDay)).toEqual([7, 7, 14, 28, 31]);
});
