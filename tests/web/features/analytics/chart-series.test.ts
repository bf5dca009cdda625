import { expect, test } from 'bun:test';
import {
  areBars,
  comparedUpTo,
  finishedCount,
  leastTopOf,
  lineOf,
  pairedSteps,
  pointLabelsOf,
  soFarWords,
  stepLabel,
  timesOf,
} from '#web/features/analytics/measures/chart-series.ts';
import type { Measure } from '#contract/analytics/measures';
import type { Step } from '#web/features/analytics/report/report.ts';
import { countScale } from '#web/ui/chart/chart-scale.ts';

const step = (at: string, clicks: number, isUnfinished = false): Step => ({
  at,
  isUnfinished,
  clicks,
  uniqueVisitors: clicks,
  conversions: 1,
  money: [{ currency: 'EUR', conversions: 1, revenue: 1250, profit: -300 }],
});

test('counts are drawn as they are, and cents as units of their currency', () => {
  const steps = [step('2026-11-20', 4), step('2026-11-21', 0)];
  const counts = (measure: Measure, currency = 'EUR') =>
    lineOf(steps, { measure, currency }).counts;

  expect(timesOf(steps)).toEqual([{ label: 'Nov 20' }, { label: 'Nov 21' }]);
  expect(counts('clicks')).toEqual([4, 0]);
  expect(counts('profit')).toEqual([-3, -3]);
  expect(counts('revenue', 'USD')).toEqual([0, 0]);
  expect(counts('perClick')).toEqual([3.125, 0]);
});

test('the numbers of a chart say what cannot be divided, which the line draws as 0', () => {
  const steps = [step('2026-11-20', 4), step('2026-11-21', 0)];

  expect(lineOf(steps, { measure: 'rate', currency: 'EUR' })).toEqual({
    counts: [25, 0],
    texts: ['25.0%', '—'],
  });
});

test('days of a range longer than a year have their year, and months below the chart', () => {
  const start = Date.UTC(2025, 0, 1);
  const steps = Array.from({ length: 400 }, (_, day) =>
    step(new Date(start + day * 86_400_000).toISOString().slice(0, 10), 1),
  );

  const times = timesOf(steps);

  expect(times[0]).toEqual({ label: 'Jan 1, 2025', axisLabel: 'Jan 2025' });
  expect(new Set(times.map(({ label }) => label)).size).toBe(400);
});

test('an hour is labelled by the clock of its zone, as times on all screens are', () => {
  expect(stepLabel('2026-10-25T02:00+01:00', 'hour')).toBe('2 AM');
  expect(stepLabel('2026-11-28T18:00+01:00', 'hour')).toBe('6 PM');
  expect(stepLabel('2026-11-28T07:30+05:30', 'hour')).toBe('7:30 AM');
});

test('a week and a month that are not over are called so, not a day', () => {
  expect(stepLabel('2026-11-16', 'week')).toBe('Week of Nov 16');
  expect(stepLabel('2026-11-01', 'month')).toBe('Nov 2026');
  expect(soFarWords('day')).toBe('so far today');
  expect(soFarWords('week')).toBe('so far this week');
  expect(comparedUpTo('day')).toMatch(/^Today/);
  expect(comparedUpTo('month')).toMatch(/^This month/);
});

test('what is drawn ends with the first step that is not over', () => {
  expect(finishedCount([step('2026-11-20', 1), step('2026-11-21', 1)])).toBe(2);
  expect(
    finishedCount([
      step('2026-11-22T00:00+01:00', 1),
      step('2026-11-22T01:00+01:00', 1, true),
      step('2026-11-22T02:00+01:00', 0, true),
    ]),
  ).toBe(1);
});

/** The hours of a day in Berlin, and where the clock changed on it, as clicks that count them. */
const hours = (date: string, clock: readonly (readonly [hour: number, offset: number])[]) =>
  clock.map(([hour, offset], index) =>
    step(`${date}T${String(hour).padStart(2, '0')}:00+0${offset}:00`, index),
  );
const usual = Array.from({ length: 5 }, (_, hour) => [hour, 2] as const);
const repeatedTwo = [...usual.slice(0, 3), [2, 1], [3, 1], [4, 1]] as const;

test('hours are compared with the same hour of the clock, also when the clock changes', () => {
  const [before, change] = [hours('2026-10-24', usual), hours('2026-10-25', repeatedTwo)];
  const skippedTwo = hours(
    '2026-03-29',
    usual.filter(([hour]) => hour !== 2),
  );
  const clocks = (paired: readonly (Step | undefined)[]) =>
    paired.map((paired) => (paired ? stepLabel(paired.at, 'hour') : '—'));

  expect(clocks(pairedSteps(change, before))).toEqual([
    ...['12 AM', '1 AM', '2 AM', '—', '3 AM', '4 AM'],
  ]);
  expect(clocks(pairedSteps(before, change))).toEqual(['12 AM', '1 AM', '2 AM', '3 AM', '4 AM']);
  expect(pairedSteps(before, change)[2]).toBe(change[2]);
  expect(clocks(pairedSteps(before, skippedTwo))).toEqual(['12 AM', '1 AM', '—', '3 AM', '4 AM']);
});

test('compared days are paired by their order, and a day without a pair has nothing', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'].map((at) => step(at, 1));
  const paired = pairedSteps(days, [step('2026-10-30', 5), step('2026-10-31', 6)]);

  expect(lineOf(paired, { measure: 'clicks', currency: 'USD' })).toEqual({
    counts: [5, 6, null],
    texts: ['5', '6', '—'],
  });
});

test('notes are marked at their days, two of one day as one mark, and none at hours', () => {
  const series = [step('2026-11-20', 1), step('2026-11-21', 1)];
  const notes = [
    { date: '2026-11-21', text: 'Newsletter' },
    { date: '2026-11-21', text: 'Price change' },
    { date: '2026-10-01', text: 'Before' },
  ];
  const range = { from: '2026-11-20', to: '2026-11-21', timeZone: 'UTC' };

  expect(pointLabelsOf({ series, range: { ...range, unit: 'day' } }, notes)).toEqual([
    { index: 1, text: 'Newsletter, Price change' },
  ]);
  expect(pointLabelsOf({ series, range: { ...range, unit: 'hour' } }, notes)).toEqual([]);
});

test('the scale of small rates has marks between 0 and 1, and that of losses begins below 0', () => {
  const rates = countScale([0.4, 1.2], leastTopOf('rate'));
  const losses = countScale([-300, 500], leastTopOf('profit'));

  expect(rates.gridLines.some(({ count }) => count > 0 && count < 1)).toBe(true);
  expect(rates.share(1.2)).toBeLessThanOrEqual(1);
  expect(losses.gridLines[0]?.count).toBeLessThanOrEqual(-300);
  expect(losses.share(-300)).toBeGreaterThanOrEqual(0);
  expect(losses.gridLines.map(({ count }) => count)).toContain(0);
});

test('weeks and months are named, and have the notes of all their days', () => {
  const weeks = [step('2026-11-09', 1), step('2026-11-16', 2)];
  const range = { from: '2026-11-09', to: '2026-11-21', unit: 'week', timeZone: 'UTC' } as const;
  const notes = [
    { date: '2026-11-11', text: 'Podcast' },
    { date: '2026-11-21', text: 'Mail' },
    { date: '2026-11-22', text: 'Later' },
  ];

  expect(timesOf(weeks, 'week')).toEqual([
    { label: 'Week of Nov 9', axisLabel: 'Nov 9' },
    { label: 'Week of Nov 16', axisLabel: 'Nov 16' },
  ]);
  expect(timesOf([step('2026-11-01', 1)], 'month')).toEqual([{ label: 'Nov 2026' }]);
  expect(pointLabelsOf({ series: weeks, range }, notes)).toEqual([
    { index: 0, text: 'Podcast' },
    { index: 1, text: 'Mail' },
  ]);
});

test('few points are bars and many are a line; money is bars longer, and rates are always a line', () => {
  const shapes = (measure: Measure) => [7, 14, 15, 92, 93].map((steps) => areBars(measure, steps));

  expect(shapes('clicks')).toEqual([true, true, false, false, false]);
  expect(shapes('revenue')).toEqual([true, true, true, true, false]);
  expect(shapes('rate')).toEqual([false, false, false, false, false]);
});
