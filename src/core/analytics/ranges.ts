import type { RangePreset } from '#contract/analytics/query-words';
import { mostReportDays } from '#contract/analytics/report-filters';
import type { Issue } from '#core/shared/refusal';
import { zonedAt } from '#core/shared/time';
import type { DateRange } from './periods.ts';

const firstDay = Temporal.PlainDate.from('2000-01-01');

/** The days of a question, and whether they are all time. */
export type AskedRange = DateRange & { readonly isAllTime: boolean };

/** The days of a named range. `first` is the first day with data, which only all time needs. */
type DaysOfPreset = (today: Temporal.PlainDate, first: Temporal.PlainDate) => DateRange;

const presets: ReadonlyMap<string, DaysOfPreset> = new Map<RangePreset, DaysOfPreset>([
  ['today', (today) => ({ from: today, to: today })],
  ['yesterday', (today) => sameDay(today.subtract({ days: 1 }))],
  ['7d', (today) => ({ from: today.subtract({ days: 6 }), to: today })],
  ['30d', (today) => ({ from: today.subtract({ days: 29 }), to: today })],
  ['90d', (today) => ({ from: today.subtract({ days: 89 }), to: today })],
  ['12m', (today) => ({ from: today.subtract({ months: 12 }).add({ days: 1 }), to: today })],
  ['all', allTime],
]);

export const presetNames = [...presets.keys()];

/** The days that the name of a range means today; null for another name. */
export function presetRange(
  name: string,
  today: Temporal.PlainDate,
  first: Temporal.PlainDate,
): DateRange | null {
  return presets.get(name)?.(today, first) ?? null;
}

/** Limit of the years of all time: one statement gets the names of all days in one parameter. */
const mostYears = 20;

/** From the first day with data, at most 20 years back, to today. */
export function allTime(today: Temporal.PlainDate, first: Temporal.PlainDate): DateRange {
  const earliest = today.subtract({ years: mostYears });
  const from = isAfter(earliest, first) ? earliest : first;
  return { from: isAfter(from, today) ? today : from, to: today };
}

/** What all time is shown by when nobody chooses: a chart of more points is hard to read. */
export function unitOfAllTime(range: DateRange): 'day' | 'week' | 'month' {
  const days = dayCount(range);
  if (days <= 92) return 'day';
  return days <= 366 ? 'week' : 'month';
}

export type Comparison = 'previous' | 'year';

/** The days that a range is compared with: as many days directly before it, or those of a year ago. */
export function comparedRange(comparison: Comparison, range: DateRange): DateRange {
  if (comparison === 'year') return { from: yearBefore(range.from), to: yearBefore(range.to) };
  const days = dayCount(range);
  return { from: range.from.subtract({ days }), to: range.from.subtract({ days: 1 }) };
}

/** The range from one text to the other, or why there is none. Its path is `from` or `to`. */
export function rangeOfDays(
  fromText: string | undefined,
  toText: string | undefined,
  today: Temporal.PlainDate,
): DateRange | Issue {
  const [from, to] = [readDate(fromText), readDate(toText)];
  const issue = (path: 'from' | 'to', message: string): Issue => ({ path, message });
  if (from === null) return issue('from', 'Send the first day as YYYY-MM-DD');
  if (to === null) return issue('to', 'Send the last day as YYYY-MM-DD');
  if (isAfter(firstDay, from)) return issue('from', 'Choose a first day from 2000-01-01 on');
  if (isAfter(to, today)) return issue('to', 'The last day cannot be after today');
  if (isAfter(from, to)) return issue('from', 'The first day cannot be after the last day');
  if (dayCount({ from, to }) > mostReportDays)
    return issue('from', `Choose at most ${mostReportDays} days`);
  return { from, to };
}

export function dateAt(nowMs: number, timeZone: string): Temporal.PlainDate {
  return zonedAt(nowMs, timeZone).toPlainDate();
}

export function sameDay(day: Temporal.PlainDate): DateRange {
  return { from: day, to: day };
}

export function dayCount({ from, to }: DateRange): number {
  return from.until(to, { largestUnit: 'days' }).days + 1;
}

function readDate(text = ''): Temporal.PlainDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The date one year earlier; 28 February for 29 February. */
function yearBefore(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ years: 1 });
}

function isAfter(left: Temporal.PlainDate, right: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(left, right) > 0;
}
