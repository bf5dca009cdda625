import {
  isTimeZone,
  periodOf,
  upToSameTime,
  type DateRange,
  type Period,
} from '#core/analytics/periods';
import { currencies, type Currency } from '#contract/money';
import { Refusal, type Issue } from '#core/shared/refusal';
import {
  type Dimension,
  dimensions,
  type FilterName,
  mostReportDays,
} from '#contract/analytics/report-filters';
import { readFilters, type Filters } from './filters.ts';

/** A validated question to the report. */
export type ReportQuestion = {
  readonly period: Period;
  /**
   * The compared period, cut at the current time of day when the period is not over; null: no
   * comparison.
   */
  readonly compared: Period | null;
  readonly filters: Filters;
  /** Which lists the report has. */
  readonly lists: readonly Dimension[];
  /** Of the costs; null: the account's first one, US dollars before all others. */
  readonly currency: Currency | null;
};

/** All values of a parameter as received, not validated; empty when it is absent. */
export type ValuesOf = (name: FilterName | Parameter) => readonly string[];

type Parameter = 'range' | 'from' | 'to' | 'tz' | 'compare' | 'lists' | 'currency';

const firstDay = Temporal.PlainDate.from('2000-01-01');

const presets: ReadonlyMap<string, (today: Temporal.PlainDate) => DateRange> = new Map([
  ['today', (today) => ({ from: today, to: today })],
  ['yesterday', (today) => sameDay(today.subtract({ days: 1 }))],
  ['7d', (today) => ({ from: today.subtract({ days: 6 }), to: today })],
  ['30d', (today) => ({ from: today.subtract({ days: 29 }), to: today })],
  ['90d', (today) => ({ from: today.subtract({ days: 89 }), to: today })],
  ['12m', (today) => ({ from: today.subtract({ months: 12 }).add({ days: 1 }), to: today })],
]);

const comparisons: ReadonlyMap<string, (range: DateRange) => DateRange> = new Map([
  ['previous', previousDays],
  ['year', ({ from, to }) => ({ from: yearBefore(from), to: yearBefore(to) })],
]);

/**
 * Validates a question. Defaults: the last seven days in UTC, human clicks, no comparison, every
 * list. Refuses `invalid` with all issues; the path of each is the name of its parameter.
 */
export function readReportQuestion(valuesOf: ValuesOf, nowMs: number): ReportQuestion {
  const issues: Issue[] = [];
  const timeZone = readTimeZone(valuesOf, issues);
  const range = readRange(valuesOf, dateAt(nowMs, timeZone), issues);
  const compare = readComparison(valuesOf, issues);
  const lists = readLists(valuesOf, issues);
  const currency = readCurrency(valuesOf, issues);
  const { filters, issues: filterIssues } = readFilters(valuesOf);
  refuse([...issues, ...filterIssues]);

  const divided = { unit: range.from.equals(range.to) ? 'hour' : 'day', timeZone } as const;
  const period = periodOf(range, divided);
  const compared = compare && upToSameTime(periodOf(compare(range), divided), period, nowMs);
  return { period, compared, filters, lists, currency };
}

function refuse(issues: readonly Issue[]): void {
  const [first] = issues;
  if (first) throw new Refusal('invalid', first.message, { issues });
}

function readTimeZone(valuesOf: ValuesOf, issues: Issue[]): string {
  const timeZone = onlyValue(valuesOf('tz')) ?? 'UTC';
  if (isTimeZone(timeZone)) return timeZone;
  issues.push({ path: 'tz', message: 'Enter an IANA time zone, such as UTC' });
  return 'UTC';
}

function readRange(valuesOf: ValuesOf, lastDay: Temporal.PlainDate, issues: Issue[]): DateRange {
  const [from, to] = [valuesOf('from'), valuesOf('to')];
  if (from.length + to.length > 0) return readDates(valuesOf, lastDay, issues);

  const preset = presets.get(onlyValue(valuesOf('range')) ?? '7d');
  if (preset) return preset(lastDay);
  issues.push({ path: 'range', message: `Choose a range of ${[...presets.keys()].join(', ')}` });
  return sameDay(lastDay);
}

function readDates(valuesOf: ValuesOf, lastDay: Temporal.PlainDate, issues: Issue[]): DateRange {
  const add = (path: string, message: string): DateRange => {
    issues.push({ path, message });
    return sameDay(lastDay);
  };
  if (valuesOf('range').length > 0) return add('range', 'Send either a range, or from and to');
  const [from, to] = [readDate(onlyValue(valuesOf('from'))), readDate(onlyValue(valuesOf('to')))];
  if (from === null) return add('from', 'Send the first day as YYYY-MM-DD');
  if (to === null) return add('to', 'Send the last day as YYYY-MM-DD');
  if (isAfter(firstDay, from)) return add('from', 'Choose a first day from 2000-01-01 on');
  if (isAfter(to, lastDay)) return add('to', 'The last day cannot be after today');
  if (isAfter(from, to)) return add('from', 'The first day cannot be after the last day');
  if (dayCount({ from, to }) > mostReportDays)
    return add('from', `Choose at most ${mostReportDays} days`);
  return { from, to };
}

function readComparison(valuesOf: ValuesOf, issues: Issue[]) {
  const compare = onlyValue(valuesOf('compare'));
  if (compare === undefined) return null;
  const comparison = comparisons.get(compare);
  if (comparison) return comparison;
  issues.push({ path: 'compare', message: 'Choose previous or year' });
  return null;
}

function readCurrency(valuesOf: ValuesOf, issues: Issue[]): Currency | null {
  const wanted = onlyValue(valuesOf('currency'));
  if (wanted === undefined) return null;
  const found = currencies.find((code) => code === wanted);
  if (found) return found;
  issues.push({ path: 'currency', message: `Choose one of ${currencies.join(', ')}` });
  return null;
}

/** In the order of `dimensions`, so that the same lists are the same question. */
function readLists(valuesOf: ValuesOf, issues: Issue[]): readonly Dimension[] {
  const wanted = new Set(valuesOf('lists'));
  if (wanted.size === 0) return dimensions;
  const found = dimensions.filter((dimension) => wanted.has(dimension));
  if (found.length < wanted.size) {
    issues.push({ path: 'lists', message: `Choose lists of ${dimensions.join(', ')}` });
  }
  return found;
}

/** The value of a parameter that is sent once; the empty text, which is never valid, for several. */
function onlyValue(values: readonly string[]): string | undefined {
  return values.length > 1 ? '' : values[0];
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

function dateAt(nowMs: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate();
}

function sameDay(day: Temporal.PlainDate): DateRange {
  return { from: day, to: day };
}

/** The days directly before the range, as many as the range has. */
function previousDays(range: DateRange): DateRange {
  const days = dayCount(range);
  return { from: range.from.subtract({ days }), to: range.from.subtract({ days: 1 }) };
}

/** The date one year earlier; 28 February for 29 February. */
function yearBefore(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ years: 1 });
}

function dayCount({ from, to }: DateRange): number {
  return from.until(to, { largestUnit: 'days' }).days + 1;
}

function isAfter(left: Temporal.PlainDate, right: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(left, right) > 0;
}
