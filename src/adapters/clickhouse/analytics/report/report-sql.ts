import { dimensions } from '#core/analytics/report/dimensions';
import type { ReportScope } from '#core/analytics/report/report-reading';
import { dayMarks, lastingUntil } from '#adapters/clickhouse/analytics/days/visitors-sql';
import { isConversion } from '#adapters/clickhouse/analytics/narrowing';
import { conversionsIn } from './credits-sql.ts';
import { ofClass, passingClicks } from './filters-sql.ts';
import { unitOf, within, type Span, type SpanDays } from './spans.ts';
import { countedValues } from './values-sql.ts';

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

/** The query that counts everything of one report. */
export function reportQuery(scope: ReportScope, shape: ReportShape): string {
  const spans: readonly Span[] = shape.isCompared ? ['asked', 'compared'] : ['asked'];
  const parts = [
    ...spans.flatMap((span) => [
      clicks(scope, span, shape),
      ...(shape.isByMarks ? [] : [visitors(scope, span)]),
      money(scope, span),
    ]),
    ...(shape.isByMarks ? [dayMarks({ ...scope, linkId: null }), lastingUntil] : []),
    heat(scope, shape),
    lists(scope, shape),
  ];
  return parts.map((part) => `SELECT * FROM (${part})`).join('\nUNION ALL\n');
}

/** Clicks of every class by unit. */
function clicks(scope: ReportScope, span: Span, { isByQuarter }: ReportShape): string {
  const { time, ms } = precision(isByQuarter);
  return `
    SELECT '${span}Clicks' AS part, toString(${unitOf(span, ms)}) AS name,
      toString(class) AS detail, [toInt64(count())] AS numbers
    FROM clicks WHERE ${passingClicks(scope)} AND ${within(span, time)}
    GROUP BY name, class`;
}

/** Exact, by unit and, with an empty name, over the period. */
function visitors(scope: ReportScope, span: Span): string {
  return `
    SELECT '${span}Visitors' AS part, if(grouping(unit) = 1, '', toString(unit)) AS name,
      '' AS detail, [toInt64(uniqExact(visitor_id))] AS numbers
    FROM (
      SELECT ${unitOf(span, precision(false).ms)} AS unit, visitor_id
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
  const { time, ms } = precision(isByQuarter);
  const offset = `transform(roundDown(${ms}, {offsetStartsMs:Array(Int64)}),
    {offsetStartsMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0))`;
  // The epoch began on a Thursday.
  const hour = `(intDiv(${ms} + ${offset}, 3600000) + 72) % 168`;
  return `
    SELECT 'heat' AS part, toString(${hour}) AS name, '' AS detail, [toInt64(count())] AS numbers
    FROM clicks WHERE ${passingClicks(scope)} AND ${ofClass} AND ${within('asked', time)}
    GROUP BY name`;
}

/**
 * The largest values of each list. The window functions sum and number all values of a list before
 * the limit cuts them. Values without clicks and conversions come last: they exist in the compared
 * period.
 */
function lists(scope: ReportScope, shape: ReportShape): string {
  return `
    SELECT part, name, detail, [
        clicks, conversions, compared, toInt64(countIf(clicks + conversions > 0) OVER list),
        sum(clicks) OVER list, sum(conversions) OVER list, sum(compared) OVER list] AS numbers
    FROM (${countedValues(scope, dimensions, shape)})
    WINDOW list AS (PARTITION BY part)
    ORDER BY part, clicks DESC, conversions DESC, name, detail
    LIMIT {longestList:UInt32} BY part`;
}

/** The time of a click, as a column to restrict and in epoch milliseconds. */
function precision(isByQuarter: boolean) {
  const time = isByQuarter ? 'toStartOfFifteenMinutes(clicked_at)' : 'clicked_at';
  const ms = isByQuarter
    ? 'toInt64(toUnixTimestamp(toStartOfFifteenMinutes(clicked_at))) * 1000'
    : 'toUnixTimestamp64Milli(clicked_at)';
  return { time, ms };
}
