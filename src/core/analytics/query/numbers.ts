import type { Metric } from '#contract/analytics/query-words';
import type { Currency } from '#contract/money';
import { percent } from '#core/shared/percent';
import type { QueryQuestion } from './question.ts';
import type { Counted, Counts } from './reading.ts';

/** Null: there is nothing to divide by, or no exact number. */
export type Numbers = Readonly<Partial<Record<Metric, number | null>>>;

const countedOf: Readonly<Record<Metric, readonly Counted[]>> = {
  clicks: ['clicks'],
  botClicks: ['botClicks'],
  uniqueVisitors: ['uniqueVisitors'],
  percentage: ['clicks'],
  conversions: ['conversions'],
  conversionRate: ['clicks', 'conversions'],
  revenue: ['revenue'],
  profit: ['profit'],
  refunds: ['refunds'],
  cost: ['clicks'],
  roi: ['clicks', 'revenue'],
  earningsPerClick: ['clicks', 'revenue'],
};

/** What must be counted for the metrics. */
export function countedFor(
  metrics: readonly Metric[],
  otherCurrencies: readonly Currency[] = [],
): readonly Counted[] {
  const counted = [...new Set(metrics.flatMap((metric) => countedOf[metric]))];
  const money = (['revenue', 'profit'] as const).filter((each) => counted.includes(each));
  return [
    ...counted,
    ...otherCurrencies.flatMap((code) => money.map((each) => `${each}${code}` as const)),
  ];
}

/** The metrics that have an amount in each currency. */
export const amountMetrics = ['revenue', 'profit', 'earningsPerClick'] as const satisfies Metric[];

/** The amounts of a row in a further currency. */
export function amountsIn(currency: Currency, counts: Counts, metrics: readonly Metric[]): Numbers {
  const { clicks, [`revenue${currency}` as const]: revenue = 0 } = counts;
  const { [`profit${currency}` as const]: profit = 0 } = counts;
  const own = amountMetrics.filter((metric) => metrics.includes(metric));
  return numbersOf(
    { metrics: own, currency },
    { ...counts, clicks, revenue, profit },
    { percentage: null, cost: null },
  );
}

/** The metrics of a row. */
export function numbersOf(
  { metrics, currency }: Pick<QueryQuestion, 'metrics' | 'currency'>,
  counts: Counts,
  parts: {
    readonly percentage: number | null;
    readonly cost: number | null;
    readonly isTotal?: true;
  },
): Numbers {
  const { clicks, conversions, revenue } = counts;
  const numberOf = (metric: Metric): number | null => {
    switch (metric) {
      case 'conversionRate':
        return clicks === 0 ? null : percent(conversions, clicks);
      case 'earningsPerClick':
        return clicks === 0 ? null : revenue / clicks;
      case 'percentage':
        return parts.percentage;
      case 'cost':
        return parts.cost;
      case 'roi':
        return parts.cost === null || parts.cost === 0
          ? null
          : percent(revenue - parts.cost, parts.cost);
      case 'revenue':
      case 'profit':
        // Amounts of several currencies are not added.
        return currency === null && parts.isTotal ? null : counts[metric];
      default:
        return counts[metric];
    }
  };
  return Object.fromEntries(metrics.map((metric) => [metric, numberOf(metric)]));
}
