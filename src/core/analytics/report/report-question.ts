import { isId } from '#core/shared/ids';
import { isTimeZone, upToSameTime, type DateRange, type Period } from '#core/analytics/periods';
import {
  type Comparison,
  comparedRange,
  dateAt,
  presetNames,
  presetRange,
  rangeOfDays,
  sameDay,
  type AskedRange,
  dayCount,
  unitOfAllTime,
} from '#core/analytics/ranges';
import { currencies, type Currency } from '#contract/money';
import { Refusal, type Issue } from '#core/shared/refusal';
import {
  type Dimension,
  dimensions,
  type FilterName,
  mostReportDays,
  reportUnits,
} from '#contract/analytics/report-filters';
import { comparisonProblems } from '#core/analytics/query/combinations';
import { queryPeriod, type TimeUnit } from '#core/analytics/query/units';
import { beginningOf } from '#core/analytics/all-time';
import { readFilters, type Filters } from './filters.ts';

/** A validated question to the report. */
export type ReportQuestion = {
  readonly period: Period;
  /**
   * The compared period, cut at the current time of day when the period is not over; null: no
   * comparison.
   */
  readonly compared: Period | null;
  readonly compare: Comparison | null;
  readonly isAllTime: boolean;
  readonly filters: Filters;
  /** Which lists the report has. */
  readonly lists: readonly Dimension[];
  /** Of the costs; null: the account's first one, US dollars before all others. */
  readonly currency: Currency | null;
};

/** All values of a parameter as received, not validated; empty when it is absent. */
export type ValuesOf = (name: FilterName | Parameter) => readonly string[];

type Parameter =
  'range' | 'from' | 'to' | 'tz' | 'compare' | 'unit' | 'lists' | 'currency' | 'not' | 'contains';

/** Validates an account's question as `readReportQuestion` does, and knows where all time begins. */
export async function askedReport(
  ports: Parameters<typeof beginningOf>[0],
  userId: string,
  valuesOf: ValuesOf,
): Promise<ReportQuestion> {
  const isWithout = valuesOf('not').includes('link');
  const linkIds = isWithout ? [] : valuesOf('link').filter((id) => isId(id));
  const asked = { range: onlyValue(valuesOf('range')), linkIds };
  const firstMs = await beginningOf(ports, userId, asked);
  return readReportQuestion(valuesOf, ports.clock.now(), firstMs);
}

/**
 * Validates a question. Defaults: the last seven days in UTC, human clicks, no comparison, every
 * list. `firstMs` is when all time begins. Refuses `invalid` with all issues; the path of each is the
 * name of its parameter.
 */
export function readReportQuestion(
  valuesOf: ValuesOf,
  nowMs: number,
  firstMs = nowMs,
): ReportQuestion {
  const issues: Issue[] = [];
  const timeZone = readTimeZone(valuesOf, issues);
  const known = { today: dateAt(nowMs, timeZone), first: dateAt(firstMs, timeZone) };
  const isAllTime = onlyValue(valuesOf('range')) === 'all';
  const range = { ...readRange(valuesOf, known, issues), isAllTime };
  const compare = readComparison(valuesOf, issues);
  const lists = readLists(valuesOf, issues);
  const currency = readCurrency(valuesOf, issues);
  const { filters, issues: filterIssues } = readFilters(valuesOf);
  const unit = readUnit(valuesOf, range, issues);
  issues.push(...comparisonProblems({ compare, unit, range }));
  refuse([...issues, ...filterIssues]);

  const period = queryPeriod(range, unit, timeZone);
  const compared =
    compare &&
    upToSameTime(queryPeriod(comparedRange(compare, range), unit, timeZone), period, nowMs);
  return { period, compared, compare, isAllTime, filters, lists, currency };
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

function readRange(
  valuesOf: ValuesOf,
  { today, first }: { readonly today: Temporal.PlainDate; readonly first: Temporal.PlainDate },
  issues: Issue[],
): DateRange {
  const [from, to] = [valuesOf('from'), valuesOf('to')];
  if (from.length + to.length > 0) return readDates(valuesOf, today, issues);

  const preset = presetRange(onlyValue(valuesOf('range')) ?? '7d', today, first);
  if (preset) return preset;
  issues.push({ path: 'range', message: `Choose a range of ${presetNames.join(', ')}` });
  return sameDay(today);
}

function readDates(valuesOf: ValuesOf, lastDay: Temporal.PlainDate, issues: Issue[]): DateRange {
  if (valuesOf('range').length > 0) {
    issues.push({ path: 'range', message: 'Send either a range, or from and to' });
    return sameDay(lastDay);
  }
  const read = rangeOfDays(onlyValue(valuesOf('from')), onlyValue(valuesOf('to')), lastDay);
  if (!('path' in read)) return read;
  issues.push(read);
  return sameDay(lastDay);
}

function readComparison(valuesOf: ValuesOf, issues: Issue[]): Comparison | null {
  const compare = onlyValue(valuesOf('compare'));
  if (compare === undefined) return null;
  if (compare === 'previous' || compare === 'year') return compare;
  issues.push({ path: 'compare', message: 'Choose previous or year' });
  return null;
}

/** One day is divided into hours. */
function readUnit(
  valuesOf: ValuesOf,
  { from, to, isAllTime }: AskedRange,
  issues: Issue[],
): TimeUnit {
  const wanted = onlyValue(valuesOf('unit'));
  if (wanted === undefined) {
    if (from.equals(to)) return 'hour';
    return isAllTime ? unitOfAllTime({ from, to }) : 'day';
  }
  if (wanted === 'day' && dayCount({ from, to }) > mostReportDays) {
    const message = `By day, choose at most ${mostReportDays} days`;
    issues.push({ path: 'unit', message });
    return 'month';
  }
  const found = reportUnits.find((unit) => unit === wanted);
  if (found && !from.equals(to)) return found;
  // Who asks for all time cannot know that it is one day.
  if (found && isAllTime) return 'hour';
  const message = found ? 'One day is shown by its hours' : `Choose ${reportUnits.join(', ')}`;
  issues.push({ path: 'unit', message });
  return 'day';
}

function readCurrency(valuesOf: ValuesOf, issues: Issue[]): Currency | null {
  const wanted = onlyValue(valuesOf('currency'));
  if (wanted === undefined) return null;
  const found = currencies.find((code) => code === wanted);
  if (found) return found;
  issues.push({ path: 'currency', message: `Choose one of ${currencies.join(', ')}` });
  return null;
}

/**
 * In the order of `dimensions`, so that the same lists are the same question. `none` alone asks for
 * no list.
 */
function readLists(valuesOf: ValuesOf, issues: Issue[]): readonly Dimension[] {
  const wanted = new Set(valuesOf('lists'));
  if (wanted.size === 0) return dimensions;
  if (wanted.size === 1 && wanted.has('none')) return [];
  const found = dimensions.filter((dimension) => wanted.has(dimension));
  if (found.length < wanted.size) {
    issues.push({ path: 'lists', message: `Choose lists of ${dimensions.join(', ')}, or none` });
  }
  return found;
}

/** The value of a parameter that is sent once; the empty text, which is never valid, for several. */
function onlyValue(values: readonly string[]): string | undefined {
  return values.length > 1 ? '' : values[0];
}
