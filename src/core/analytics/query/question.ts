import type { Asked, Filter, Order } from '#contract/analytics/query';
import {
  type FilterDimension,
  type Metric,
  mostHourDays,
  notAssigned,
  type QueryDimension,
  type TimeCycle,
  usualQueryRows,
  variantNames,
} from '#contract/analytics/query-words';
import { type FilterName, mostReportDays, unmatchedName } from '#contract/analytics/report-filters';
import { sources, trusts } from '#contract/conversions/conversions';
import { eventTypes } from '#contract/conversions/event-types';
import { currencies, type Currency } from '#contract/money';
import { type DateRange, isTimeZone, upToSameTime } from '#core/analytics/periods';
import {
  type Comparison,
  comparedRange,
  dateAt,
  dayCount,
  presetRange,
  rangeOfDays,
  sameDay,
  type AskedRange,
} from '#core/analytics/ranges';
import type { Condition } from '#core/analytics/reading';
import { sumOf } from '#core/analytics/report/costed';
import {
  conditionsOf,
  type LabelCondition,
  labelsOf,
  textDimensions,
} from '#core/analytics/report/conditions';
import { problemOfValues } from '#core/analytics/report/filters';
import { beginningOf } from '#core/analytics/all-time';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { isId } from '#core/shared/ids';
import { invalid, type Issue } from '#core/shared/refusal';
import { isTime, problemsOf, propertiesOf } from './combinations.ts';
import { isCycle, type QueryPeriod, type TimeUnit, queryPeriod, unitFor } from './units.ts';

/** A validated question. */
export type QueryQuestion = {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly QueryDimension[];
  readonly filters: readonly Filter[];
  readonly classes: readonly string[];
  readonly conditions: readonly Extract<Condition, { kind: 'values' }>[];
  readonly labels: readonly LabelCondition[];
  readonly period: QueryPeriod;
  /** The name of the time dimension, and its unit; null without one. By a cycle, the period has days. */
  readonly time: {
    readonly dimension: QueryDimension;
    readonly unit: TimeUnit | TimeCycle;
  } | null;
  readonly compare: Comparison | null;
  /** Cut at the present time of day when the period is not over. */
  readonly compared: QueryPeriod | null;
  /** Null where rows are by currency. */
  readonly currency: Currency | null;
  /** In which the amounts of a file are given beside it. */
  readonly otherCurrencies: readonly Currency[];
  readonly orderBy: readonly Order[];
  readonly limit: number;
  readonly search: string;
};

const classes = ['human', 'bot', 'prefetch'] as const;
type Class = (typeof classes)[number];

/** Validates an account's question as `readQuestion` does, and knows where all time begins. */
export async function askedQuestion(
  ports: Pick<AnalyticsPorts, 'clock' | 'reports' | 'costs'>,
  userId: string,
  { at, ...asked }: Asked & { readonly at: string },
): Promise<QueryQuestion> {
  const range = typeof asked.dateRange === 'string' ? asked.dateRange : undefined;
  const ofLink = asked.filters?.find(
    ([operator, dimension]) => operator === 'is' && dimension === 'link',
  );
  const linkIds = (ofLink?.[2] ?? []).filter((id) => isId(id));
  const firstMs = await beginningOf(ports, userId, { range, linkIds });
  return readQuestion(asked, ports.clock.now(), { at, firstMs });
}

/**
 * Validates a question. `firstMs` is when all time begins. Refuses `invalid` with all issues; their
 * paths begin with `at`. What cannot be given exactly is refused.
 */
export function readQuestion(
  asked: Asked,
  nowMs: number,
  { at = '', firstMs = nowMs }: { readonly at?: string; readonly firstMs?: number } = {},
): QueryQuestion {
  const issues: Issue[] = [];
  const { metrics = [], dimensions = [], filters = [], compare = null, search = '' } = asked;
  const timeZone = zoneOf(asked, issues);
  const range = rangeOf({ ...asked, timeZone }, { nowMs, firstMs }, issues);
  if (metrics.length === 0) issues.push({ path: 'metrics', message: 'Send at least one metric' });
  issues.push(...filterProblems(filters));
  const counted = classesOf(filters, dimensions);
  if (counted.length === 0) {
    issues.push({ path: 'filters', message: 'The filters of the class leave no visit' });
  }
  const timeDimension = dimensions.find(isTime);
  const unit = timeDimension === undefined ? null : unitFor(timeDimension, range);
  const orderBy = asked.orderBy ?? usualOrder(metrics, dimensions);
  issues.push(
    ...problemsOf({
      metrics,
      dimensions,
      filtered: filters.map(([, dimension]) => dimension),
      classes: counted,
      unit,
      range,
      compare,
      hasCurrency: asked.currency !== undefined || asked.currencies !== undefined,
      hasSearch: search !== '',
      orderBy: orderBy.map(([name]) => name),
    }),
  );
  const [first = 'USD', ...otherCurrencies] = currenciesOf(asked, issues);
  refuse(issues, at);

  const period = queryPeriod(range, dividing(range, unit), timeZone);
  return {
    metrics,
    dimensions,
    filters: [
      ...filters.filter(([, dimension]) => dimension !== 'class'),
      ['is', 'class', [...counted]],
    ],
    classes: counted,
    conditions: conditionsOf(filters),
    labels: labelsOf(filters),
    period,
    time: timeDimension !== undefined && unit !== null ? { dimension: timeDimension, unit } : null,
    compare,
    compared: compare && comparedPeriod(compare, { range, period, nowMs }),
    currency: dimensions.includes('currency') ? null : first,
    otherCurrencies,
    orderBy,
    limit: asked.limit ?? usualQueryRows,
    search,
  };
}

/** The units of the range. Without a dimension of time they say only where it begins and ends. */
function dividing(range: DateRange, unit: TimeUnit | TimeCycle | null): TimeUnit {
  if (unit !== null && !isCycle(unit)) return unit;
  return dayCount(range) > mostReportDays ? 'month' : 'day';
}

function comparedPeriod(
  compare: Comparison,
  {
    range,
    period,
    nowMs,
  }: { readonly range: DateRange; readonly period: QueryPeriod; readonly nowMs: number },
): QueryPeriod {
  const compared = queryPeriod(comparedRange(compare, range), period.unit, period.timeZone);
  return upToSameTime(compared, period, nowMs);
}

/** Refuses `invalid` when the questions of one call have more hours than are counted in time. */
export function refuseManyHours(
  questions: readonly Pick<QueryQuestion, 'time' | 'period'>[],
): void {
  const days = questions.map(({ time, period: { from, to } }) => {
    const range = { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) };
    return time?.unit === 'hour' ? dayCount(range) : 0;
  });
  if (sumOf(days) <= mostHourDays) return;
  const message = `By hour, choose at most ${mostHourDays} days in all questions together`;
  throw invalid({ path: 'queries', message });
}

function refuse(issues: readonly Issue[], at: string): void {
  const [first, ...rest] = issues.map(({ path, message }) => ({ path: `${at}${path}`, message }));
  if (first) throw invalid(first, ...rest);
}

function zoneOf({ timeZone = 'UTC' }: Asked, issues: Issue[]): string {
  if (isTimeZone(timeZone)) return timeZone;
  issues.push({ path: 'timeZone', message: 'Enter an IANA time zone, such as UTC' });
  return 'UTC';
}

function currenciesOf(asked: Asked, issues: Issue[]): readonly Currency[] {
  const { currency, currencies: several = [] } = asked;
  if (currency === undefined) return [...new Set(several)];
  if (several.length > 0) {
    issues.push({ path: 'currencies', message: 'Send a currency or currencies, not both' });
  }
  return [currency];
}

function rangeOf(
  { dateRange = '7d', timeZone }: Asked & { readonly timeZone: string },
  { nowMs, firstMs }: { readonly nowMs: number; readonly firstMs: number },
  issues: Issue[],
): AskedRange {
  const today = dateAt(nowMs, timeZone);
  const isAllTime = dateRange === 'all';
  const read =
    typeof dateRange === 'string'
      ? presetRange(dateRange, today, dateAt(firstMs, timeZone))
      : rangeOfDays(...dateRange, today);
  if (read !== null && !('path' in read)) return { ...read, isAllTime };
  issues.push({ path: 'dateRange', message: read?.message ?? 'Choose a range' });
  return { ...sameDay(today), isAllTime };
}

/** With the dimension class all visits are counted; otherwise those of people, unless asked. */
function classesOf(filters: readonly Filter[], dimensions: readonly QueryDimension[]) {
  const ofClass = filters.filter(([, dimension]) => dimension === 'class');
  if (ofClass.length === 0 && !dimensions.includes('class')) return ['human'] satisfies Class[];
  return classes.filter((each) =>
    ofClass.every(([operator, , values]) => values.includes(each) === (operator === 'is')),
  );
}

/** Time rises; else the largest numbers come first. */
function usualOrder(metrics: readonly Metric[], dimensions: readonly QueryDimension[]): Order[] {
  const time = dimensions.find(isTime);
  const first = metrics.find((metric) => metric !== 'cost' && metric !== 'roi');
  const clicks = metrics.includes('clicks') ? 'clicks' : first;
  return [
    ...(time === undefined ? [] : [[time, 'asc'] satisfies Order]),
    ...(clicks === undefined || (time !== undefined && dimensions.length === 1)
      ? []
      : [[clicks, 'desc'] satisfies Order]),
  ];
}

const words = {
  variant: [...variantNames, notAssigned, unmatchedName],
  class: classes,
  eventType: eventTypes,
  source: sources,
  trust: trusts,
  currency: currencies,
} as const;

function filterProblems(filters: readonly Filter[]): readonly Issue[] {
  return filters.flatMap((filter, index) => {
    const message = filterProblem(filter);
    return message === null ? [] : [{ path: `filters.${index}`, message }];
  });
}

function filterProblem([operator, dimension, values]: Filter): string | null {
  if (operator === 'contains' || operator === 'doesNotContain') {
    return textDimensions.some((each) => each === dimension)
      ? null
      : `Only ${textDimensions.join(', ')} contain text: use is or isNot`;
  }
  switch (dimension) {
    case 'variant':
    case 'class':
    case 'eventType':
    case 'source':
    case 'trust':
    case 'currency': {
      const allowed: readonly string[] = words[dimension];
      return values.every((value) => allowed.includes(value))
        ? null
        : `Choose from ${allowed.join(', ')}`;
    }
    default:
      return problemOfValues(filterNameOf(dimension), values);
  }
}

/** The filter of reports that takes the same values. */
function filterNameOf(dimension: Exclude<FilterDimension, keyof typeof words>): FilterName {
  switch (dimension) {
    case 'utmSource':
      return 'utm_source';
    case 'utmMedium':
      return 'utm_medium';
    case 'utmCampaign':
      return 'utm_campaign';
    case 'utmTerm':
      return 'utm_term';
    case 'utmContent':
      return 'utm_content';
    default:
      return dimension;
  }
}

/** The dimensions of the rows besides time. */
export function groupingsOf({ dimensions }: Pick<QueryQuestion, 'dimensions'>) {
  return propertiesOf(dimensions).map((each) =>
    each === 'tag' || each === 'folder' ? ('label' as const) : each,
  );
}
