import {
  clickProperties,
  conversionProperties,
  type FilterDimension,
  linkLabels,
  type Metric,
  mostDimensions,
  mostHourDays,
  type QueryDimension,
  type TimeCycle,
  type TimeDimension,
  timeDimensions,
} from '#contract/analytics/query-words';
import { mostReportDays } from '#contract/analytics/report-filters';
import { type AskedRange, dayCount, type Comparison } from '#core/analytics/ranges';
import type { Issue } from '#core/shared/refusal';
import { isCycle, type TimeUnit } from './units.ts';

/** What decides whether a question has an exact answer. */
export type Combination = {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly QueryDimension[];
  /** Of the filters, in their order. */
  readonly filtered: readonly FilterDimension[];
  readonly classes: readonly string[];
  readonly unit: TimeUnit | TimeCycle | null;
  readonly range: AskedRange;
  readonly compare: Comparison | null;
  readonly hasCurrency: boolean;
  readonly hasSearch: boolean;
  readonly orderBy: readonly string[];
};

type Kind = 'clicks' | 'conversions' | 'both' | 'costs';

/** What each metric counts. */
export const kindOfMetric = {
  clicks: 'clicks',
  botClicks: 'clicks',
  uniqueVisitors: 'clicks',
  percentage: 'clicks',
  conversions: 'conversions',
  refunds: 'conversions',
  revenue: 'conversions',
  profit: 'conversions',
  conversionRate: 'both',
  earningsPerClick: 'both',
  cost: 'costs',
  roi: 'costs',
} as const satisfies Readonly<Record<Metric, Kind>>;

const moneyMetrics: readonly Metric[] = ['revenue', 'profit', 'earningsPerClick', 'cost', 'roi'];

export function isTime(dimension: QueryDimension): dimension is TimeDimension {
  return timeDimensions.some((each) => each === dimension);
}

function isOfConversions(dimension: QueryDimension): boolean {
  return conversionProperties.some((each) => each === dimension);
}

function isLabel(dimension: QueryDimension): boolean {
  return linkLabels.some((each) => each === dimension);
}

/** Why the question has no exact answer: an issue for each reason. */
export function problemsOf(asked: Combination): readonly Issue[] {
  const { metrics } = asked;
  const isTwice = new Set(metrics).size < metrics.length;
  return [
    ...(isTwice ? [{ path: 'metrics', message: 'Send each metric once' }] : []),
    ...dimensionProblems(asked),
    ...metrics.flatMap((metric, index) => {
      const message = metricProblem(metric, asked);
      return message === null ? [] : [{ path: `metrics.${index}`, message }];
    }),
    ...comparisonProblems(asked),
    ...orderProblems(asked),
  ];
}

function dimensionProblems(asked: Combination): readonly Issue[] {
  const { dimensions, unit, range, hasSearch } = asked;
  const properties = dimensions.filter((each) => !isTime(each));
  const messages = [
    ...(new Set(dimensions).size < dimensions.length ? ['Send each dimension once'] : []),
    ...(properties.length > mostDimensions || dimensions.length - properties.length > 1
      ? [`Send at most ${mostDimensions} dimensions, and one of time`]
      : []),
    ...(dimensions.filter(isLabel).length > 1
      ? [
          'Send tag or folder, not both: a link with several tags would count in each of their pairs',
        ]
      : []),
    ...(unit === 'hour' && dayCount(range) > mostHourDays
      ? [`By hour, choose at most ${mostHourDays} days`]
      : []),
    ...(unit === 'day' && dayCount(range) > mostReportDays
      ? [`By day, choose at most ${mostReportDays} days`]
      : []),
  ];
  const search =
    hasSearch && (properties.length !== 1 || dimensions.length !== 1)
      ? [{ path: 'search', message: 'A search narrows one dimension: send one, and no time' }]
      : [];
  return [...messages.map((message) => ({ path: 'dimensions', message })), ...search];
}

/** Why the metric cannot be given with these dimensions and filters; null when it can. */
export function metricProblem(metric: Metric, asked: Combination): string | null {
  const { dimensions, filtered } = asked;
  const kind = kindOfMetric[metric];
  const ofConversions = [...dimensions, ...filtered].find(isOfConversions);
  if (ofConversions !== undefined && kind !== 'conversions') {
    return `Only conversions have the dimension ${ofConversions}. With it, ask for conversions, revenue, profit and refunds`;
  }
  return (
    classProblem(metric, asked) ??
    rowProblem(metric, asked) ??
    (kind === 'costs' ? costProblem(asked) : null) ??
    (moneyMetrics.includes(metric) ? currencyProblem(asked) : null)
  );
}

function classProblem(metric: Metric, { dimensions, classes }: Combination): string | null {
  if (
    dimensions.includes('class') &&
    (kindOfMetric[metric] !== 'clicks' || metric === 'botClicks')
  ) {
    return 'With the dimension class, ask for clicks, uniqueVisitors and percentage: only people convert and cost';
  }
  const isOfPeople = classes.length === 1 && classes[0] === 'human';
  const dividesByPeople = kindOfMetric[metric] === 'both' || kindOfMetric[metric] === 'costs';
  return !isOfPeople && dividesByPeople
    ? 'This is for the clicks of people alone: leave the filter class out'
    : null;
}

function rowProblem(metric: Metric, { dimensions }: Combination): string | null {
  if (metric === 'uniqueVisitors' && dimensions.some(isLabel)) {
    return 'A visitor of several links cannot be divided among their labels. Ask for each label by a filter';
  }
  if (metric !== 'percentage') return null;
  if (dimensions.includes('tag')) {
    return 'A link can have several tags, so that percentages by tag would not add up to 100';
  }
  const [only] = dimensions;
  return dimensions.length !== 1 || only === undefined || isTime(only)
    ? 'A percentage is a share of one dimension: send one, and no time'
    : null;
}

function costProblem({ dimensions, unit }: Combination): string | null {
  const properties = dimensions.filter((each) => !isTime(each));
  if (
    properties.length > 1 ||
    !properties.every((each) => each === 'link' || each === 'utmCampaign')
  ) {
    return 'Costs are of links and campaigns: ask for them in total, by link, by utmCampaign, and by time';
  }
  return unit === 'hour' || (unit !== null && isCycle(unit))
    ? 'Costs are by day: choose time:day, time:week or time:month'
    : null;
}

function currencyProblem({ dimensions, filtered, hasCurrency }: Combination): string | null {
  if (dimensions.includes('currency')) {
    return hasCurrency ? 'Send a currency or the dimension currency, not both' : null;
  }
  return filtered.includes('currency') && !hasCurrency
    ? 'With a filter of the currency, send the currency of the amounts too'
    : null;
}

/** Why units of the range cannot be compared: they would not fit each other. */
export function comparisonProblems({
  compare,
  unit,
  range,
}: Pick<Combination, 'compare' | 'unit' | 'range'>): readonly Issue[] {
  const add = (message: string) => [{ path: 'compare', message }];
  if (compare === null) return [];
  if (range.isAllTime) return add('Nothing is before all time: leave compare out');
  if (unit === 'week' && (compare === 'year' || dayCount(range) % 7 !== 0)) {
    return add('By week, compare whole weeks with the previous ones: choose a multiple of 7 days');
  }
  if (unit === 'month' && compare === 'previous') {
    return add('By month, compare with the year before: months differ in length');
  }
  return [];
}

function orderProblems({ orderBy, metrics, dimensions }: Combination): readonly Issue[] {
  return orderBy.flatMap((name, index) => {
    const isAsked = [...metrics, ...dimensions].some((each) => each === name);
    const path = `orderBy.${index}`;
    if (!isAsked) return [{ path, message: 'Sort by a metric or a dimension that you ask for' }];
    return name === 'cost' || name === 'roi'
      ? [{ path, message: 'Rows cannot be sorted by costs' }]
      : [];
  });
}

/** The properties of the dimensions, in their order. */
export function propertiesOf(dimensions: readonly QueryDimension[]) {
  const known: readonly FilterDimension[] = [
    ...clickProperties,
    ...linkLabels,
    ...conversionProperties,
  ];
  return dimensions.flatMap((each) => known.filter((property) => property === each));
}
