import type { Metric } from '#contract/analytics/query-words';
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
export function countedFor(metrics: readonly Metric[]): readonly Counted[] {
  return [...new Set(metrics.flatMap((metric) => countedOf[metric]))];
}

/** The metrics of a row. */
export function numbersOf(
  { metrics, currency }: QueryQuestion,
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
