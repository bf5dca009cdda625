import { dimensions } from '#core/analytics/report/dimensions';
import type { ReportScope } from '#core/analytics/report/report-reading';
import {
  dayMarkEntry,
  entryMs,
  erasedByQuarters,
  settledMark,
  type Days,
} from '#adapters/clickhouse/analytics/days/less-erased';
import { dayMarks, lastingUntil } from '#adapters/clickhouse/analytics/days/visitors-sql';
import { isConversion } from '#adapters/clickhouse/analytics/narrowing';
import { conversionsIn } from './credits-sql.ts';
import { ofClass, passingClicks } from './filters-sql.ts';
import { unitOf, within, type Span, type SpanDays } from './spans.ts';
import { countedValues, erasedValues } from './values-sql.ts';

/*
 * Every part of the query selects the same four columns: the kind of number (`part`), its subject
 * (`name`, and `detail` when one name is not enough), and the `numbers` themselves.
 */

export type ReportShape = {
  readonly isCompared: boolean;
  /** Whether quarters of an hour are fine enough for units and clocks: then a projection answers. */
  readonly isByQuarter: boolean;
  /** Where the counts of UTC days may answer; null when every click has to be read. */
  readonly days: SpanDays | null;
  /** Whether visitors are counted apart, by the marks of days. */
  readonly isByMarks: boolean;
};

/**
 * The query that counts everything of one report. Where projections answer, links that are being
 * erased are taken off the lists, with `takenLists` parameters for settled days, and come as rows of
 * their own for all other numbers.
 */
export function reportQuery(scope: ReportScope, shape: ReportShape & { takenLists: number }) {
  const isErasing = shape.days !== null && scope.erasedLinkIds.length > 0;
  return together([
    ...spansOf(shape).flatMap((span) => [
      clicks(scope, span, shape),
      ...(shape.isByMarks ? [] : [visitors(scope, span)]),
      money(scope, span),
    ]),
    ...(shape.isByMarks ? [dayMarks({ ...scope, linkId: null }), lastingUntil] : []),
    heat(scope, shape),
    lists(scope, shape),
    ...(isErasing ? [erased('unsettled', shape), settledMark] : []),
  ]);
}

/** The query for what is taken off `reportQuery`, on settled days. */
export function reportOfErased(shape: ReportShape & { readonly days: SpanDays }): string {
  return together([erased('settled', shape), ...erasedValues(dimensions, shape), settledMark]);
}

/** The numbers that projections have of all links, over the days that the periods touch. */
function erased(days: Days, shape: ReportShape): string {
  const clicked = spansOf(shape).map((span) => ({
    when: within(span, 'quarter'),
    part: `${span}Clicks`,
    name: `toString(${unitOf(span, entryMs)})`,
    detail: 'toString(class)',
  }));
  const hours = {
    when: `${ofClass} AND ${within('asked', 'quarter')}`,
    part: 'heat',
    name: `toString(${hourOfWeek(entryMs)})`,
    detail: `''`,
  };
  const entries = [
    ...(shape.isByQuarter ? [...clicked, hours] : []),
    ...(shape.isByMarks ? [dayMarkEntry] : []),
  ];
  return erasedByQuarters(days, entries, 'toDate(clicked_at) IN {touchedDays:Array(Date)}');
}

function together(parts: readonly string[]): string {
  return parts.map((part) => `SELECT * FROM (${part})`).join('\nUNION ALL\n');
}

/** Clicks of every class by unit. */
function clicks(scope: ReportScope, span: Span, { isByQuarter }: ReportShape): string {
  const { time, ms, passing } = precision(scope, isByQuarter);
  return `
    SELECT '${span}Clicks' AS part, toString(${unitOf(span, ms)}) AS name,
      toString(class) AS detail, [toInt64(count())] AS numbers
    FROM clicks WHERE ${passing} AND ${within(span, time)}
    GROUP BY name, class`;
}

/** Exact, by unit and, with an empty name, over the period. */
function visitors(scope: ReportScope, span: Span): string {
  return `
    SELECT '${span}Visitors' AS part, if(grouping(unit) = 1, '', toString(unit)) AS name,
      '' AS detail, [toInt64(uniqExact(visitor_id))] AS numbers
    FROM (
      SELECT ${unitOf(span, 'toUnixTimestamp64Milli(clicked_at)')} AS unit, visitor_id
      FROM clicks WHERE ${passingClicks(scope)} AND ${ofClass} AND visitor_id != 0
        AND ${within(span, 'clicked_at')})
    GROUP BY GROUPING SETS ((unit), ())`;
}

/** Conversions, revenue and profit by unit and currency. */
function money(scope: ReportScope, span: Span): string {
  return `
    SELECT '${span}Money' AS part,
      toString(${unitOf(span, 'toUnixTimestamp64Milli(converted_at)')}) AS name,
      toString(currency) AS detail,
      [toInt64(countIf(${isConversion})), sum(value_cents), sum(profit_cents)] AS numbers
    FROM (${conversionsIn(scope, span)})
    GROUP BY name, detail`;
}

/** Clicks by the hour of the week on the zone's clocks: 0 is Monday from midnight to one. */
function heat(scope: ReportScope, { isByQuarter }: ReportShape): string {
  const { time, ms, passing } = precision(scope, isByQuarter);
  return `
    SELECT 'heat' AS part, toString(${hourOfWeek(ms)}) AS name, '' AS detail,
      [toInt64(count())] AS numbers
    FROM clicks WHERE ${passing} AND ${ofClass} AND ${within('asked', time)}
    GROUP BY name`;
}

function hourOfWeek(ms: string): string {
  const offset = `transform(roundDown(${ms}, {offsetStartsMs:Array(Int64)}),
    {offsetStartsMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0))`;
  // The epoch began on a Thursday.
  return `(intDiv(${ms} + ${offset}, 3600000) + 72) % 168`;
}

/**
 * The largest values of each list. The window functions sum and number all values of a list before
 * the limit cuts them. Values without clicks and conversions come last: they exist in the compared
 * period.
 */
function lists(scope: ReportScope, shape: ReportShape & { takenLists: number }): string {
  return `
    SELECT part, name, detail, [
        clicks, conversions, compared, toInt64(countIf(clicks + conversions > 0) OVER list),
        sum(clicks) OVER list, sum(conversions) OVER list, sum(compared) OVER list] AS numbers
    FROM (${countedValues(scope, dimensions, shape)})
    WINDOW list AS (PARTITION BY part)
    ORDER BY part, clicks DESC, conversions DESC, name, detail
    LIMIT {longestList:UInt32} BY part`;
}

function spansOf({ isCompared }: Pick<ReportShape, 'isCompared'>): readonly Span[] {
  return isCompared ? ['asked', 'compared'] : ['asked'];
}

/**
 * The time of a click, as a column to restrict and in epoch milliseconds, and the condition on its
 * other columns. By quarters all links are counted: what is being erased is taken off afterwards.
 */
function precision(scope: ReportScope, isByQuarter: boolean) {
  if (!isByQuarter) {
    const ms = 'toUnixTimestamp64Milli(clicked_at)';
    return { time: 'clicked_at', ms, passing: passingClicks(scope) };
  }
  const time = 'toStartOfFifteenMinutes(clicked_at)';
  const ms = `toInt64(toUnixTimestamp(${time})) * 1000`;
  return { time, ms, passing: passingClicks({ ...scope, erasedLinkIds: [] }) };
}
