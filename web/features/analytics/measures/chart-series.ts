import { clockLabel, dateLabel, dayLabel } from '#web/format.ts';
import type { Report } from '#web/api.ts';
import type { Step } from '#web/features/analytics/report/report.ts';
import { isMoney, isPerClick, type Measure } from '#contract/analytics/measures';
import { valueLabel, valueOf } from './measures.ts';
import { fewPoints, type Time } from '#web/ui/chart/chart-scale.ts';
import type { Line } from '#web/ui/chart/line-chart.tsx';

/** A note on a day: `date` as `YYYY-MM-DD`. */
type Note = { readonly date: string; readonly text: string };

type Shown = { readonly measure: Measure; readonly currency: string };

const centsOfUnit = 100;
const longestOfOneYear = 366;

export const unitNames = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' } as const;

type Unit = Report['range']['unit'];

/** The words beside the number of a step that still grows. */
export function soFarWords(unit: Unit): string {
  return unit === 'day' ? 'so far today' : `so far this ${unit}`;
}

/** Up to when the compared range counts while the last step of a unit still grows. */
export function comparedUpTo(unit: Unit): string {
  switch (unit) {
    case 'hour':
    case 'day':
      return 'Today is not over: it is compared up to the same time of day.';
    case 'week':
      return 'This week is not over: it is compared up to the same weekday and time of day.';
    case 'month':
      return 'This month is not over: it is compared up to the same day and time of day.';
  }
}

/** Steps of a unit as the times of a chart. */
export function timesOf(steps: readonly Pick<Step, 'at'>[], unit: Unit = 'day'): Time[] {
  const isLong = steps.length > longestOfOneYear;
  return steps.map(({ at }) => ({
    label: stepLabel(at, unit, isLong),
    ...(unit === 'week' && { axisLabel: dayLabel(at) }),
    ...(isLong && { axisLabel: monthLabel(at) }),
  }));
}

/**
 * The values of a measure for a chart: money in units of its currency, and 0 where there is nothing
 * to divide by. An undefined step has no value.
 */
export function lineOf(
  steps: readonly (Step | undefined)[],
  { measure, currency }: Shown,
): Omit<Line, 'name'> {
  const values = steps.map((step) => (step ? valueOf(measure, step, currency) : null));
  const unit = isMoney(measure) ? centsOfUnit : 1;
  return {
    counts: values.map((value, index) => (steps[index] ? (value ?? 0) / unit : null)),
    texts: values.map((value) => valueLabel(measure, value, currency)),
  };
}

/**
 * `Nov 21`, `9 AM`, `Week of Nov 16` or `Nov 2026`. A day has its year where a range has two such days.
 */
export function stepLabel(at: string, unit: Unit, isLong = false): string {
  if (unit === 'month') return monthLabel(at);
  if (unit === 'week') return `Week of ${dayLabel(at)}`;
  if (isHour(at)) return clockLabel(Number(at.slice(11, 13)), Number(at.slice(14, 16)));
  return isLong ? dateLabel(`${at}T12:00`) : dayLabel(at);
}

/** The number of steps that are over. The first step that is not over still grows. */
export function finishedCount(steps: readonly Step[]): number {
  const growing = steps.findIndex(({ isUnfinished }) => isUnfinished);
  return growing < 0 ? steps.length : growing;
}

/** The notes of a report's steps, several of one day as one text. A chart of hours has none. */
export function pointLabelsOf(report: Pick<Report, 'series' | 'range'>, notes: readonly Note[]) {
  if (report.range.unit === 'hour') return [];
  const { series, range } = report;
  return series.flatMap(({ at }, index) => {
    const next = series[index + 1]?.at;
    const isIn = (date: string) =>
      date >= at && (next === undefined ? date <= range.to : date < next);
    const texts = notes.filter(({ date }) => isIn(date)).map(({ text }) => text);
    return texts.length === 0 ? [] : [{ index, text: texts.join(', ') }];
  });
}

/** The lowest top of a measure's scale: rates and earnings per click are often below 4. */
export function leastTopOf(measure: Measure): number {
  return isPerClick(measure) ? 0.01 : 4;
}

const mostBarsOfMoney = 92;

/** Whether a measure is drawn as bars: few steps, and sums of money also with many. Rates are lines. */
export function areBars(measure: Measure, steps: number): boolean {
  if (isPerClick(measure)) return false;
  return steps <= (isMoney(measure) ? mostBarsOfMoney : fewPoints);
}

/**
 * The compared step of each step, or none: days by their order, hours by the hour of the clock. An
 * hour that a clock change repeats is compared with another repeated hour, if there is one.
 */
export function pairedSteps(
  steps: readonly Step[],
  compared: readonly Step[],
): readonly (Step | undefined)[] {
  const keys = clockKeys(compared);
  const byKey = new Map(compared.map((step, index) => [keys[index], step]));
  return clockKeys(steps).map((key) => byKey.get(key));
}

/**
 * The key by which steps are paired: the number of the day; for an hour also the hour and its
 * repetition.
 */
function clockKeys(steps: readonly Step[]): readonly string[] {
  const [days, seen] = [new Map<string, number>(), new Map<string, number>()];
  return steps.map(({ at }) => {
    const [date, hour] = [at.slice(0, 10), at.slice(11, 16)];
    const day = days.get(date) ?? days.size;
    days.set(date, day);
    const clock = `${day} ${hour}`;
    const repetition = seen.get(clock) ?? 0;
    seen.set(clock, repetition + 1);
    return `${clock} ${repetition}`;
  });
}

function isHour(at: string): boolean {
  return at.includes('T');
}

const month = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

function monthLabel(at: string): string {
  return month.format(new Date(at));
}
