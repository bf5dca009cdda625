import { perDimension, type Dimension } from '#core/analytics/report/dimensions';
import type {
  ListReading,
  PeriodReading,
  ReportReading,
} from '#core/analytics/report/report-reading';
import {
  compareTexts,
  numberAt,
  sumOf,
  type NumberRow,
} from '#adapters/clickhouse/analytics/number-row';
import type { Span } from './spans.ts';

type RowsOf = (part: string) => readonly NumberRow[];

type Asked = {
  readonly classes: readonly string[];
  readonly isCompared: boolean;
  readonly lists: readonly Dimension[];
};

/** Combines the rows of the query in `report-sql.ts` into one reading. */
export function reportFrom(
  rows: readonly NumberRow[],
  { classes, isCompared, lists }: Asked,
): ReportReading {
  const byPart = Map.groupBy(rows, ([part]) => part);
  const of: RowsOf = (part) => byPart.get(part) ?? [];
  return {
    period: periodFrom(of, 'asked', classes),
    compared: isCompared ? periodFrom(of, 'compared', classes) : null,
    lists: perDimension(lists, (dimension) => listFrom(of(dimension))),
    heat: heatFrom(of('heat')),
  };
}

function periodFrom(of: RowsOf, span: Span, classes: readonly string[]): PeriodReading {
  const clicks = of(`${span}Clicks`);
  const visitors = of(`${span}Visitors`);
  const money = of(`${span}Money`);
  const units = new Set([...clicks, ...money].map(([, unit]) => unit));
  const visitorsOf = (name: string) => sumOf(visitors.filter(([, unit]) => unit === name));
  const byUnit = [...units].map((unit) => {
    const isOf = (row: NumberRow) => row[1] === unit;
    const reading = {
      clicks: sumOf(clicks.filter((row) => isOf(row) && classes.includes(row[2]))),
      uniqueVisitors: visitorsOf(unit),
      money: money.filter(isOf).map(moneyFrom),
    };
    return [Number(unit), reading] as const;
  });
  return {
    byUnit: new Map(byUnit),
    uniqueVisitors: visitorsOf(''),
    botClicks: sumOf(clicks.filter((row) => row[2] !== 'human')),
  };
}

function moneyFrom(row: NumberRow) {
  return {
    currency: row[2],
    conversions: numberAt(row, 0),
    revenueCents: numberAt(row, 1),
    profitCents: numberAt(row, 2),
  };
}

/** The branches of a UNION ALL arrive in no fixed order, so the rows are sorted here. */
function listFrom(rows: readonly NumberRow[]): ListReading {
  const [first] = rows;
  const values = rows.map((row) => ({
    name: row[1],
    detail: row[2],
    clicks: numberAt(row, 0),
    conversions: numberAt(row, 1),
    comparedClicks: numberAt(row, 2),
    tenths: numberAt(row, 7),
  }));
  return {
    rows: values
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
