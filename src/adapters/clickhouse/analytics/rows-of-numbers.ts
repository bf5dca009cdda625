import type { Dimension } from '#contract/analytics/report-filters';
import { perDimension } from '#core/analytics/report/dimensions';
import type {
  ReadingRequest,
  ListReading,
  PeriodReading,
  Reading,
  Scope,
  TotalsReading,
} from '#core/analytics/reading';
import type { Span } from './times.ts';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { reading } from './statement-limits.ts';

/**
 * One row of a statement that counts several things at once: which number it is (`part`), what it is
 * about (`name`, and `detail` when one name is not enough), and the numbers.
 */
export type NumberRow = readonly [
  part: string,
  name: string,
  detail: string,
  numbers: readonly number[],
];

/** The row's number at this place, from 0. Throws when the row has fewer. */
export function numberAt([, , , numbers]: NumberRow, index: number): number {
  const number = numbers[index];
  if (number === undefined) throw new Error('The event store answered with too few numbers');
  return number;
}

/** The sum of the rows' first numbers. */
export function sumOf(rows: readonly NumberRow[]): number {
  return rows.reduce((sum, row) => sum + numberAt(row, 0), 0);
}

/** Orders two texts by their UTF-16 code units, for `toSorted`. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Runs such a statement and returns its rows. */
export async function numberRows(
  client: ClickHouse,
  query: string,
  query_params: Readonly<Record<string, unknown>>,
): Promise<NumberRow[]> {
  const format = 'JSONCompactEachRow';
  const answer = await client.query({ query, query_params, format, ...reading() });
  return answer.json<NumberRow>();
}

type RowsOf = (part: string) => readonly NumberRow[];

/** Combines the rows of `numbersQuery` into one reading. */
export function readingFrom(
  rows: readonly NumberRow[],
  { filters }: Scope,
  asked: ReadingRequest,
): Reading {
  const byPart = Map.groupBy(rows, ([part]) => part);
  const of: RowsOf = (part) => byPart.get(part) ?? [];
  const period = (span: Span) => periodFrom(of, span, filters.class);
  return {
    period: period('asked'),
    compared: asked.compared && period('compared'),
    lists: perDimension(asked.lists.dimensions, (dimension: Dimension) => listFrom(of(dimension))),
    heat: heatFrom(of('heat')),
    totals: asked.totals && totalsFrom(of, filters.class),
  };
}

function periodFrom(of: RowsOf, span: Span, classes: readonly string[]): PeriodReading {
  const byName = (rows: readonly NumberRow[]) => Map.groupBy(rows, ([, name]) => name);
  const clicks = byName(of(`${span}Clicks`));
  const visitors = byName(of(`${span}Visitors`));
  const money = byName(of(`${span}Money`));
  const visitorsOf = (name: string) => sumOf(visitors.get(name) ?? []);
  const units = new Set([...clicks.keys(), ...money.keys()]);
  const byUnit = [...units].map((unit) => {
    const unitReading = {
      clicks: sumOf((clicks.get(unit) ?? []).filter(isOf(classes))),
      uniqueVisitors: visitorsOf(unit),
      money: (money.get(unit) ?? []).map(moneyFrom),
    };
    return [Number(unit), unitReading] as const;
  });
  return {
    byUnit: new Map(byUnit),
    uniqueVisitors: visitorsOf(''),
    botClicks: sumOf(of(`${span}Clicks`).filter((row) => row[2] !== 'human')),
  };
}

function isOf(classes: readonly string[]) {
  return (row: NumberRow) => classes.includes(row[2]);
}

function totalsFrom(of: RowsOf, classes: readonly string[]): TotalsReading {
  const clicksIn = (span: Span) => sumOf(of(`${span}Clicks`).filter(isOf(classes)));
  return {
    clicks: sumOf(of('total')),
    money: of('totalMoney')
      .map(moneyFrom)
      .toSorted((left, right) => compareTexts(left.currency, right.currency)),
    recentClicks: { before: clicksIn('before'), recent: clicksIn('recent') },
    recentMoney: {
      before: of('beforeMoney').map(moneyFrom),
      recent: of('recentMoney').map(moneyFrom),
    },
  };
}

/** `detail` is the currency. */
export function moneyFrom(row: NumberRow) {
  return {
    currency: row[2],
    conversions: numberAt(row, 0),
    revenueCents: numberAt(row, 1),
    profitCents: numberAt(row, 2),
  };
}

function valueFrom(row: NumberRow) {
  return {
    name: row[1],
    detail: row[2],
    clicks: numberAt(row, 0),
    conversions: numberAt(row, 1),
    comparedClicks: numberAt(row, 2),
    tenths: numberAt(row, 7),
  };
}

/** The branches of a UNION ALL arrive in no fixed order, so the rows are sorted here. */
function listFrom(rows: readonly NumberRow[]): ListReading {
  const [first] = rows;
  return {
    rows: rows
      .map(valueFrom)
      .filter(
        ({ clicks, conversions, comparedClicks }) => clicks + conversions + comparedClicks > 0,
      )
      .toSorted(
        (left, right) =>
          right.clicks - left.clicks ||
          right.conversions - left.conversions ||
          right.comparedClicks - left.comparedClicks ||
          compareTexts(left.name, right.name) ||
          compareTexts(left.detail, right.detail),
      ),
    count: first ? numberAt(first, 3) : 0,
    clicks: first ? numberAt(first, 4) : 0,
    conversions: first ? numberAt(first, 5) : 0,
    comparedClicks: first ? numberAt(first, 6) : 0,
  };
}

function heatFrom(rows: readonly NumberRow[]): readonly (readonly number[])[] {
  const clicks = new Map(rows.map((row) => [Number(row[1]), numberAt(row, 0)]));
  const week = Array.from({ length: 7 * 24 }, (_, hour) => clicks.get(hour) ?? 0);
  return Array.from({ length: 7 }, (_, day) => week.slice(day * 24, (day + 1) * 24));
}
