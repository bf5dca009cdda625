import type { TimeCycle, TimeDimension } from '#contract/analytics/query-words';
import { type AskedRange, unitOfAllTime } from '#core/analytics/ranges';
import { type DateRange, daysBetween, hoursOf, type Period } from '#core/analytics/periods';

export type TimeUnit = 'hour' | 'day' | 'week' | 'month';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** The names of a cycle's units, from Monday and from midnight. */
export const unitsOfCycle: Readonly<Record<TimeCycle, readonly string[]>> = {
  weekday: weekdays,
  hourOfDay: hoursOfDay,
  hourOfWeek: weekdays.flatMap((weekday) => hoursOfDay.map((hour) => `${weekday} ${hour}`)),
};

/** Whether a unit stands for many times of the range. */
export function isCycle(unit: TimeUnit | TimeCycle): unit is TimeCycle {
  return unit in unitsOfCycle;
}

/** A range in units; weeks begin on Mondays. The first and the last unit may be cut by the range. */
export type QueryPeriod = Omit<Period, 'unit'> & { readonly unit: TimeUnit };

/** The unit of a time dimension: `time` fits the range. */
export function unitFor(
  dimension: TimeDimension,
  { from, to, isAllTime }: AskedRange,
): TimeUnit | TimeCycle {
  switch (dimension) {
    case 'time':
      if (isAllTime) return unitOfAllTime({ from, to });
      return from.equals(to) ? 'hour' : 'day';
    case 'time:hour':
      return 'hour';
    case 'time:day':
      return 'day';
    case 'time:week':
      return 'week';
    case 'time:month':
      return 'month';
    case 'time:weekday':
      return 'weekday';
    case 'time:hourOfDay':
      return 'hourOfDay';
    case 'time:hourOfWeek':
      return 'hourOfWeek';
  }
}

export function queryPeriod(range: DateRange, unit: TimeUnit, timeZone: string): QueryPeriod {
  const days = daysBetween(range.from, range.to, timeZone);
  const named = { from: range.from.toString(), to: range.to.toString(), unit, timeZone };
  switch (unit) {
    case 'hour': {
      const byDay = days.dates.map((_, index) =>
        hoursOf(days.boundariesMs.slice(index, index + 2), timeZone),
      );
      const starts = byDay.flatMap((hours) => hours.starts);
      const boundariesMs = byDay.flatMap((hours) => hours.boundariesMs.slice(0, -1));
      return { ...named, starts, boundariesMs: [...boundariesMs, ...days.boundariesMs.slice(-1)] };
    }
    case 'day':
      return { ...named, starts: days.dates, boundariesMs: days.boundariesMs };
    case 'week':
    case 'month': {
      const begins = days.dates.map((date, index) => index === 0 || isFirst(date, unit));
      return {
        ...named,
        starts: days.dates.filter((_, index) => begins[index]),
        boundariesMs: days.boundariesMs.filter((_, index) => begins[index] ?? true),
      };
    }
  }
}

/** Whether the date begins a week or a month. */
function isFirst(date: string, unit: 'week' | 'month'): boolean {
  return unit === 'month' ? date.endsWith('-01') : Temporal.PlainDate.from(date).dayOfWeek === 1;
}

/**
 * For each compared unit the unit that it is compared with, or −1: by their order, hours by their
 * day's order and the hour of the clock. An hour that the clocks repeat belongs to the repeated one.
 */
export function comparedPlaces(asked: QueryPeriod, compared: QueryPeriod): readonly number[] {
  if (asked.unit !== 'hour') {
    return compared.starts.map((_, index) => (index < asked.starts.length ? index : -1));
  }
  const places = new Map(clockKeys(asked.starts).map((key, index) => [key, index]));
  return clockKeys(compared.starts).map((key) => places.get(key) ?? -1);
}

function clockKeys(starts: readonly string[]): readonly string[] {
  const days = new Map<string, number>();
  const seen = new Map<string, number>();
  return starts.map((start) => {
    const [date, hour] = [start.slice(0, 10), start.slice(11, 16)];
    const day = days.get(date) ?? days.size;
    days.set(date, day);
    const clock = `${day} ${hour}`;
    const repetition = seen.get(clock) ?? 0;
    seen.set(clock, repetition + 1);
    return `${clock} ${repetition}`;
  });
}
