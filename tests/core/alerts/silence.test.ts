import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { hoursRead, silenceOf } from '#core/alerts/silence';
import { longRandom } from '#tests/simulate/random';
import { streams, yearOf } from '#tests/simulate/streams';

const weekHours = 168;

/** Ten events at noon and at six, none at night: the same each week. */
const daily = (hour: number) => (hour % 24 === 12 || hour % 24 === 18 ? 10 : 0);
const weeks = (from: (hour: number) => number) =>
  Array.from({ length: hoursRead }, (_, hour) => from(hour));
/** The counts with nothing in the last hours. */
const stopped = (counts: readonly number[], hours: number) =>
  counts.map((count, hour) => (hour < counts.length - hours ? count : 0));

test('hours that are always empty are no silence, and the busy hours that are missed are one', () => {
  // It ends at 24:00. Until 12:00 of the next day nothing is expected.
  const night = silenceOf(weeks(daily));
  expect([night.hours, night.expected, night.isSilent]).toEqual([5, 0, false]);

  const noon = silenceOf(stopped(weeks(daily), 6));
  expect([noon.expected, noon.isSilent]).toEqual([10, false]);
  const day = silenceOf(stopped(weeks(daily), 24));
  expect([day.expected, day.isSilent]).toEqual([20, true]);
});

test('the needed number is the logarithm of the events of ten years', () => {
  const { needed } = silenceOf(weeks(() => 1));

  expect(needed).toBeCloseTo(Math.log(weekHours * 520), 10);
});

test('one busy week raises no expectation, and a week without events ends it', () => {
  const busyOnce = weeks((hour) => (hour < weekHours ? 1000 : daily(hour)));
  const once = silenceOf(stopped(busyOnce, 24));
  expect(once.expected).toBe(20);

  const pause = weeks((hour) => (hour >= 2 * weekHours && hour < 3 * weekHours ? 0 : daily(hour)));
  expect(silenceOf(stopped(pause, 24))).toMatchObject({ expected: 0, isSilent: false });
});

test('a link of less than five weeks is not judged', () => {
  const young = weeks((hour) => (hour < weekHours ? 0 : daily(hour)));

  expect(silenceOf(stopped(young, 24))).toMatchObject({ isSilent: false, isNoticed: false });
});

test('without clicks, no conversions are missed; with half of them, half as many', () => {
  const conversions = stopped(weeks(daily), 24);
  const clicks = weeks(() => 100);

  expect(silenceOf(conversions, clicks).expected).toBe(20);
  expect(silenceOf(conversions, stopped(clicks, 30)).expected).toBe(0);
  const half = clicks.map((count, hour) => (hour < hoursRead - 30 ? count : count / 2));
  expect(silenceOf(conversions, half).expected).toBe(10);
});

const counts = fc.array(fc.integer({ min: 0, max: 50 }), {
  minLength: hoursRead,
  maxLength: hoursRead,
});

test('a silence lasts from the last event on, and the next event ends it', () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 168 }), (some, hours) => {
      const ended = stopped(some, hours);
      ended[hoursRead - hours - 1] = 1;
      const seen = silenceOf(ended);
      expect(seen.hours).toBe(hours);
      expect(seen.isSilent).toBe(seen.expected >= seen.needed);
      const back = [...ended.slice(1), 1];
      expect(silenceOf(back)).toMatchObject({ hours: 0, expected: 0, isSilent: false });
    }),
    { numRuns: 50 },
  );
});

test('an expectation is never more than any of the four weeks before', () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 168 }), (some, hours) => {
      const ended = stopped(some, hours);
      const seen = silenceOf(ended);
      for (let week = 1; week <= 4; week += 1) {
        const to = hoursRead - week * weekHours;
        const sum = ended.slice(Math.max(0, to - seen.hours), to).reduce((a, b) => a + b, 0);
        expect(seen.expected).toBeLessThanOrEqual(sum);
      }
    }),
    { numRuns: 50 },
  );
});

// docs/alerts.md has the table of `bun run simulate:alerts`, which simulates more links.
test('of links that never stop, few raise a false alarm in a year; of stopped ones, all', () => {
  const links = 6;
  let alarms = 0;
  for (let link = 0; link < links; link += 1) {
    const year = yearOf(longRandom(link), {
      stream: streams.steady,
      perWeek: 200,
      hours: hoursRead + 52 * weekHours,
    });
    for (let end = hoursRead; end <= year.length; end += 1) {
      if (silenceOf(year.slice(end - hoursRead, end)).isSilent) alarms += 1;
    }
    const twoDays = stopped(year.slice(0, hoursRead + weekHours), 48).slice(-hoursRead);
    expect(silenceOf(twoDays).isSilent).toBe(true);
  }
  expect(alarms).toBeLessThanOrEqual(1);
});
