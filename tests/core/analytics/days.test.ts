import { expect, test } from 'bun:test';
import { daysBetween, hoursOfWeek, isTimeZone, lastDays } from '#core/analytics/periods';
import { hourMs } from '#core/shared/time';

/** The hours of each of the zone's last days up to noon UTC of the given date. */
function hoursOfDays(count: number, zone: string, todayAt: string): Record<string, number> {
  const { dates, boundariesMs } = lastDays(count, zone, Date.parse(todayAt));
  return Object.fromEntries(
    dates.map((date, i) => [date, ((boundariesMs[i + 1] ?? 0) - (boundariesMs[i] ?? 0)) / hourMs]),
  );
}

test.each([
  ['Europe/London', '2026-10-25', 25],
  ['Europe/London', '2026-03-29', 23],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['Asia/Kolkata', '2026-07-01', 24],
  ['Asia/Kathmandu', '2026-07-01', 24],
  ['Africa/Cairo', '2026-04-24', 23],
  ['America/Santiago', '2026-09-06', 23],
])('[time-zones] in %s the day %s is %d hours long', (zone, date, hours) => {
  const days = hoursOfDays(3, zone, `${date}T12:00:00Z`);

  expect(days[date]).toBe(hours);
});

test.each([
  ['Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-23T22:00:00.000Z'],
  ['America/Santiago', '2026-09-06T12:00:00Z', '2026-09-06T04:00:00.000Z'],
  ['Asia/Kolkata', '2026-07-01T12:00:00Z', '2026-06-30T18:30:00.000Z'],
  ['Asia/Kathmandu', '2026-07-01T12:00:00Z', '2026-06-30T18:15:00.000Z'],
])('[time-zones] in %s the day of %s begins at %s', (zone, now, from) => {
  const { boundariesMs } = lastDays(1, zone, Date.parse(now));

  expect(new Date(boundariesMs[0] ?? 0).toISOString()).toBe(from);
});

test('[time-zones] a date that was skipped in Apia is not one of its days', () => {
  const { dates } = lastDays(4, 'Pacific/Apia', Date.parse('2012-01-01T00:00:00Z'));

  expect(dates).toEqual(['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01']);
});

test('[time-zones] in every zone the days have the requested number, ascend, and contain the moment', () => {
  const moments = ['2026-01-01T00:00:00Z', '2026-03-29T01:00:00Z', '2026-11-01T05:59:59.999Z'];
  for (const timeZone of [...Intl.supportedValuesOf('timeZone'), 'UTC']) {
    for (const nowMs of moments.map(Date.parse)) {
      const { dates, boundariesMs } = lastDays(90, timeZone, nowMs);

      expect(dates).toHaveLength(90);
      expect(boundariesMs).toHaveLength(91);
      expect(boundariesMs.every((at, i) => at > (boundariesMs[i - 1] ?? 0))).toBe(true);
      expect(boundariesMs[89]).toBeLessThanOrEqual(nowMs);
      expect(boundariesMs[90]).toBeGreaterThan(nowMs);
      const today = new Date(nowMs).toLocaleDateString('sv', { timeZone });
      expect(dates.at(-1)).toBe(today);
    }
  }
});

test.each(['UTC', 'Europe/London', 'Asia/Calcutta', 'US/Eastern', 'Etc/GMT+5', 'EST5EDT'])(
  '%s is a time zone',
  (zone) => {
    expect(isTimeZone(zone)).toBe(true);
  },
);

test.each([
  '',
  ' UTC',
  '+05:30',
  '-0800',
  'Mars/Phobos',
  'Europe/London\0',
  "UTC' OR 1=1",
  'A'.repeat(65),
])('%p is not a time zone', (zone) => {
  expect(isTimeZone(zone)).toBe(false);
});

function hoursIn(timeZone: string, [from, to]: readonly [string, string], nowText: string) {
  const { boundariesMs } = daysBetween(
    Temporal.PlainDate.from(from),
    Temporal.PlainDate.from(to),
    timeZone,
  );
  return hoursOfWeek({ boundariesMs, timeZone }, Date.parse(nowText));
}

test('hours of the week are counted up to the one that runs, and hours to come are none', () => {
  // A Monday to a Sunday; it is Saturday, 7:05 in Berlin.
  const hours = hoursIn('Europe/Berlin', ['2026-11-23', '2026-11-29'], '2026-11-28T06:05:00Z');

  expect(hours.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => Array(24).fill(1)));
  expect(hours[5]).toEqual([...Array(8).fill(1), ...Array(16).fill(0)]);
  expect(hours[6]).toEqual(Array(24).fill(0));
});

test.each([
  ['Europe/Berlin', '2026-10-25', 2, 2],
  ['Europe/Berlin', '2026-03-29', 2, 0],
  ['Asia/Kathmandu', '2026-03-29', 2, 1],
])('in %s on %s the hour %i has begun %i times', (timeZone, day, hour, expected) => {
  const hours = hoursIn(timeZone, [day, day], '2026-12-01T00:00:00Z');

  expect(hours[6]?.[hour]).toBe(expected);
  expect(hours.slice(0, 6).flat()).toEqual(Array(144).fill(0));
});

test('an hour of the week has begun once in each week of a range', () => {
  const hours = hoursIn('America/New_York', ['2026-06-01', '2026-06-28'], '2026-12-01T00:00:00Z');

  expect(new Set(hours.flat())).toEqual(new Set([4]));
});
