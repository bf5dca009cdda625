import type { Metric } from '#contract/analytics/query-words';
import type { Currency } from '#contract/money';
import { moneyIn, oneDecimal, wholeNumber } from '#web/format.ts';
import { roiLabel } from '#web/features/events/cost-words.ts';
import { isMoney, type Measure, measures } from '#contract/analytics/measures';

/** A number of a list's rows. */
export type Column = Measure | 'cost' | 'roi';

/** The numbers of lists, in the order of their columns. */
export const listColumns: readonly Column[] = [...measures, 'cost', 'roi'];

/** Null where there is nothing to divide by, or no exact number; absent when it was not asked for. */
export type Numbers = Readonly<Partial<Record<Column, number | null>>>;

const metricOf = {
  clicks: 'clicks',
  visitors: 'uniqueVisitors',
  conversions: 'conversions',
  rate: 'conversionRate',
  revenue: 'revenue',
  profit: 'profit',
  perClick: 'earningsPerClick',
  cost: 'cost',
  roi: 'roi',
} as const satisfies Readonly<Record<Column, Metric>>;

/** The query's name of a column. */
export function metricNamed(column: Column): Metric {
  return metricOf[column];
}

/** The numbers of a row of the query. */
export function numbersOf(row: Readonly<Partial<Record<Metric, number | null>>>): Numbers {
  return Object.fromEntries(
    listColumns.flatMap((column) => {
      const value = row[metricOf[column]];
      return value === undefined ? [] : [[column, value]];
    }),
  );
}

export const columnLabels: Readonly<Record<Column, string>> = {
  clicks: 'Clicks',
  visitors: 'Visitors',
  conversions: 'Conversions',
  rate: 'Rate',
  revenue: 'Revenue',
  profit: 'Profit',
  perClick: 'Per click',
  cost: 'Cost',
  roi: 'ROI',
};

/** Whether the numbers of all rows add up to that of the list. */
export function isSum(column: Column): boolean {
  return (
    column === 'clicks' || column === 'conversions' || column === 'revenue' || column === 'profit'
  );
}

/** Whether the column follows from costs. The server does not sort by it: screens do. */
export function isOfCosts(column: Column): boolean {
  return column === 'cost' || column === 'roi';
}

/** What rows are sorted by. */
export type Sort = { readonly by: Column; readonly isRising: boolean };

const rising = '-asc';

/** An order as an address has it: `cost`, or `cost-asc` from the smallest on. */
export function sortText({ by, isRising }: Sort): string {
  return isRising ? `${by}${rising}` : by;
}

/** The order in an address; null when it names none. */
export function sortIn(text: string | null): Sort | null {
  const by = listColumns.find((column) => text === column || text === `${column}${rising}`);
  return by === undefined ? null : { by, isRising: text !== by };
}

/** A number as people read it; `–` where there is none. */
export function cellText(
  column: Column,
  value: number | null | undefined,
  currency: Currency,
): string {
  if (value === null || value === undefined) return '–';
  switch (column) {
    case 'rate':
      return `${oneDecimal(value)}%`;
    case 'roi':
      return roiLabel({ roi: value });
    case 'cost':
      return moneyIn(value, currency);
    default:
      return isMoney(column) ? moneyIn(value, currency) : wholeNumber(value);
  }
}
