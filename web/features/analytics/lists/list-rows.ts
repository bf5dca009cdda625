import type { QueryAnswerJson } from '#contract/analytics/query';
import { mostQueryRows } from '#contract/analytics/query-words';
import { type Dimension, unlabelled, unmatchedName } from '#contract/analytics/report-filters';
import type { Currency } from '#contract/money';
import { wholeNumber } from '#web/format.ts';
import { rowNames, valueOfRow } from '#web/features/analytics/report/values.ts';
import {
  type Column,
  isSum,
  listColumns,
  numbersOf,
  type Numbers,
  type Sort,
} from './list-columns.ts';

/**
 * A row of a list: one value, the values that are not shown, clicks without a value, or conversions
 * without a click.
 */
export type ListRow = {
  readonly kind: 'value' | 'rest' | 'none' | 'unmatched';
  readonly name: string;
  /** A city's country, a link's short address; otherwise empty. */
  readonly detail: string;
  /** The filter's value; empty when the row cannot be chosen. */
  readonly value: string;
  /** Of all clicks, with one decimal, as the server rounds it; null for the rest. */
  readonly percentage: number | null;
  readonly numbers: Numbers;
  /** Null when nothing is compared. */
  readonly compared: Numbers | null;
  /** A link that tracks no conversions and has none: that is not a zero. */
  readonly isUntracked?: true;
};

export type List = {
  readonly rows: readonly ListRow[];
  /** Of the money. */
  readonly currency: Currency;
  /** The numbers of all rows, also of those that are not shown. */
  readonly total: Pick<ListRow, 'numbers' | 'compared'>;
  /** How many values there are. */
  readonly count: number;
  readonly nextCursor: string | null;
  /** What the numbers leave out, in sentences. */
  readonly warnings: readonly string[];
};

/** The values that a card shows by name; phones show fewer. */
const shownValues = 10;

type AnsweredList = Pick<
  QueryAnswerJson,
  'rows' | 'totals' | 'comparedTotals' | 'count' | 'nextCursor' | 'links'
> & {
  readonly meta: Pick<QueryAnswerJson['meta'], 'warnings'>;
  readonly query: Pick<QueryAnswerJson['query'], 'currency'>;
};

/**
 * The rows sorted by a column of costs, those without a number last. A longer list than one answer
 * says among which rows it is sorted.
 */
export function sortedByCosts(list: List, { by, isRising }: Sort): List {
  const number = ({ numbers }: ListRow) => numbers[by] ?? null;
  const rows = list.rows.toSorted((one, other) => {
    const [left, right] = [number(one), number(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return isRising ? left - right : right - left;
  });
  const isPart = list.nextCursor !== null;
  const note = `Sorted by ${by === 'roi' ? 'ROI' : by} among those with costs of their own and the ${wholeNumber(mostQueryRows)} with the most clicks.`;
  return { ...list, rows, warnings: isPart ? [...list.warnings, note] : list.warnings };
}

/** The rows of an answer, in its order. */
export function listOf(dimension: Dimension, answer: AnsweredList): List {
  const { rows, totals, comparedTotals, count, nextCursor, links, meta, query } = answer;
  return {
    currency: query.currency ?? 'USD',
    rows: rows.map(({ dimensions, metrics, compared }) => {
      const value = valueOfRow(dimension, dimensions);
      const kind = kindOf(dimension, value);
      const numbers = numbersOf(metrics);
      const isUntracked = isUntrackedLink(links[value], numbers);
      return {
        kind,
        ...(isUntracked && { isUntracked }),
        ...rowNames(dimension, value, links),
        percentage: metrics.percentage ?? null,
        numbers: withoutUnknown(numbers, { kind, isUntracked }),
        compared: compared && numbersOf(compared),
      };
    }),
    total: { numbers: numbersOf(totals), compared: comparedTotals && numbersOf(comparedTotals) },
    count,
    nextCursor,
    warnings: meta.warnings,
  };
}

function kindOf(dimension: Dimension, value: string): ListRow['kind'] {
  if (value === unmatchedName) return 'unmatched';
  return value === unlabelled && dimension !== 'variants' ? 'none' : 'value';
}

const columnsOfClicks = ['clicks', 'visitors', 'rate', 'perClick', 'cost', 'roi'] as const;
const columnsOfConversions = ['conversions', 'rate', 'revenue', 'profit', 'perClick'] as const;

function isUntrackedLink(
  link: { readonly trackConversions: boolean } | undefined,
  numbers: Numbers,
): boolean {
  if (link === undefined || link.trackConversions) return false;
  return columnsOfConversions.every((column) => (numbers[column] ?? 0) === 0);
}

/** Whether the column is made of conversions. */
export function isOfConversions(column: Column): boolean {
  return columnsOfConversions.some((each) => each === column);
}

/**
 * Conversions without a click have no number that is made of clicks, and a link that tracks no
 * conversions none that is made of them.
 */
function withoutUnknown(
  numbers: Numbers,
  { kind, isUntracked }: { readonly kind: ListRow['kind']; readonly isUntracked: boolean },
): Numbers {
  const without: readonly Column[] = [
    ...(kind === 'unmatched' ? columnsOfClicks : []),
    ...(isUntracked ? columnsOfConversions : []),
  ];
  return Object.fromEntries(
    listColumns
      .filter((column) => column in numbers)
      .map((column) => [column, without.includes(column) ? null : numbers[column]]),
  );
}

/**
 * The list as a card shows it: the first values, the rest in one row, and then the clicks without a
 * value and the conversions without a click. `unmatched` are the latter where the answer's page does
 * not have them. The rows add up to the total, also when a short list is made shorter.
 */
export function shortList(list: List, unmatched: ListRow | null, most = shownValues): List {
  const values = list.rows.filter(({ kind }) => kind === 'value').slice(0, most);
  const last = [
    list.rows.find(({ kind }) => kind === 'none'),
    list.rows.find(({ kind }) => kind === 'unmatched') ?? unmatched,
  ].flatMap((row) => row ?? []);
  const restCount = list.count - values.length - last.length;
  const rest = restCount > 0 ? [restOf(list.total, [...values, ...last], restCount)] : [];
  return { ...list, rows: [...values, ...rest, ...last] };
}

function restOf(total: List['total'], shown: readonly ListRow[], count: number): ListRow {
  return {
    kind: 'rest',
    name: restName(count),
    detail: '',
    value: '',
    percentage: null,
    numbers: leftOf(
      total.numbers,
      shown.map(({ numbers }) => numbers),
    ),
    compared:
      total.compared &&
      leftOf(
        total.compared,
        shown.map(({ compared }) => compared ?? {}),
      ),
  };
}

/** Visitors of several values and costs of several rows cannot be divided: they have no rest. */
function leftOf(total: Numbers, shown: readonly Numbers[]): Numbers {
  const left = (column: Column) =>
    shown.reduce((rest, numbers) => rest - (numbers[column] ?? 0), total[column] ?? 0);
  const clicks = left('clicks');
  const perClick = (column: Column) => (clicks === 0 ? null : left(column) / clicks);
  const rate = perClick('conversions');
  const all: Record<Column, number | null> = {
    clicks,
    visitors: null,
    conversions: left('conversions'),
    rate: rate === null ? null : rate * 100,
    revenue: left('revenue'),
    profit: left('profit'),
    perClick: perClick('revenue'),
    cost: null,
    roi: null,
  };
  const asked = listColumns.filter((column) => column in total);
  return Object.fromEntries(asked.map((column) => [column, all[column]]));
}

/**
 * The share of each row in the total, in percent with one decimal; null where the column has no sum, or
 * one that is not positive. Shares of all rows add up to 100.0: the rest of a list takes what rounding
 * leaves, and without it the largest remainders do. So a value's share does not depend on the order.
 */
export function sharesOf(
  list: Pick<List, 'rows' | 'total'>,
  column: Column,
): readonly (number | null)[] {
  const { rows } = list;
  const exact = tenthsOf(list, column);
  if (exact === null) return rows.map(() => null);
  const rest = rows.findIndex(({ kind }) => kind === 'rest');
  if (rest >= 0) {
    const tenths = exact.map((each) => Math.round(each));
    const others = tenths.reduce((sum, each, index) => (index === rest ? sum : sum + each), 0);
    return tenths.map((each, index) => (index === rest ? 1000 - others : each) / 10);
  }
  const least = exact.map((each) => Math.floor(each));
  const missing = 1000 - least.reduce((sum, each) => sum + each, 0);
  const byRemainder = rows
    .map(({ name }, index) => ({ name, index, left: (exact[index] ?? 0) - (least[index] ?? 0) }))
    .toSorted((one, other) => other.left - one.left || (one.name < other.name ? -1 : 1));
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return least.map((each, index) => (each + (raised.has(index) ? 1 : 0)) / 10);
}

/** The shares of a page's rows in the whole list, each rounded by itself: other pages have other rows. */
export function pageSharesOf(
  page: Pick<List, 'rows' | 'total'>,
  column: Column,
): readonly (number | null)[] {
  const exact = tenthsOf(page, column);
  return exact?.map((each) => Math.round(each) / 10) ?? page.rows.map(() => null);
}

/** Each row's share in the total, in tenths of a percent; null where there are no shares. */
function tenthsOf(
  { rows, total }: Pick<List, 'rows' | 'total'>,
  column: Column,
): readonly number[] | null {
  const whole = total.numbers[column] ?? 0;
  if (!isSum(column) || whole <= 0) return null;
  return rows.map(({ percentage, numbers }) =>
    column === 'clicks' && percentage !== null
      ? Math.round(percentage * 10)
      : ((numbers[column] ?? 0) / whole) * 1000,
  );
}

function restName(count: number): string {
  return `Other (${wholeNumber(count)})`;
}
