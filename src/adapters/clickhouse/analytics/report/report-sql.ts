import type { Dimension } from '#core/analytics/report/dimensions';
import { unmatchedName } from '#core/analytics/report/filters';
import type { ReportScope } from '#core/analytics/report/report-reading';
import {
  dayFingerprint,
  numbersByQuarters,
  quarterMs,
  type Entry,
} from '#adapters/clickhouse/analytics/days/quarters-sql';
import { inTouchedDays, lastingUntil } from '#adapters/clickhouse/analytics/days/visitors-sql';
import { isConversion } from '#adapters/clickhouse/analytics/narrowing';
import { withTenths } from '#adapters/clickhouse/analytics/tenths-sql';
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
  /** Whether quarters of an hour are fine enough for units and clocks. */
  readonly isByQuarter: boolean;
  /** Where the counts of UTC days may answer; null when every click has to be read. */
  readonly days: SpanDays | null;
  /** Whether visitors are counted apart, by the fingerprints of days. */
  readonly isByFingerprints: boolean;
  /** Which lists are counted. */
  readonly lists: readonly Dimension[];
};

/** The query that counts everything of one report. */
export function reportQuery(scope: ReportScope, shape: ReportShape): string {
  const entries = entriesOf(shape);
  return [
    ...(entries.length > 0 ? [numbersByQuarters(entries, clicksOf(scope, shape))] : []),
    ...spansOf(shape).flatMap((span) => [
      ...(shape.isByQuarter ? [] : [clicks(scope, span)]),
      ...(shape.isByFingerprints ? [] : [visitors(scope, span)]),
      money(scope, span),
    ]),
    ...(shape.isByQuarter ? [] : [heat(scope)]),
    ...(shape.isByFingerprints ? [lastingUntil] : []),
    ...(shape.lists.length > 0 ? [largestValues(scope, shape)] : []),
  ]
    .map((part) => `SELECT * FROM (${part})`)
    .join('\nUNION ALL\n');
}

/** The clicks that quarters count: all of the account where their projection answers. */
function clicksOf(scope: ReportScope, { days }: ReportShape): string {
  const onTouchedDays = 'toDate(clicked_at) IN {touchedDays:Array(Date)}';
  return `${passingClicks(scope)} AND ${days === null ? onTouchedDays : inTouchedDays}`;
}

/** The numbers that quarters of an hour are fine enough for. */
function entriesOf(shape: ReportShape): readonly Entry[] {
  const clicked = spansOf(shape).map((span): Entry => ({
    part: `${span}Clicks`,
    when: within(span, 'quarter'),
    key: unitOf(span, quarterMs),
    name: 'toString(key)',
    detail: 'class',
  }));
  const hours: Entry = {
    part: 'heat',
    when: `${ofClass} AND ${within('asked', 'quarter')}`,
    key: hourOfWeek(quarterMs),
    name: 'toString(key)',
    detail: 'nothing',
  };
  return [
    ...(shape.isByQuarter ? [...clicked, hours] : []),
    ...(shape.isByFingerprints ? [dayFingerprint] : []),
  ];
}

const clickedMs = 'toUnixTimestamp64Milli(clicked_at)';

/** Clicks of every class by unit. */
function clicks(scope: ReportScope, span: Span): string {
  return `
    SELECT '${span}Clicks' AS part, toString(${unitOf(span, clickedMs)}) AS name,
      toString(class) AS detail, [toInt64(count())] AS numbers
    FROM clicks WHERE ${passingClicks(scope)} AND ${within(span, 'clicked_at')}
    GROUP BY name, class`;
}

/** Exact, by unit and, with an empty name, over the period. */
function visitors(scope: ReportScope, span: Span): string {
  return `
    SELECT '${span}Visitors' AS part, if(grouping(unit) = 1, '', toString(unit)) AS name,
      '' AS detail, [toInt64(uniqExact(visitor_id))] AS numbers
    FROM (
      SELECT ${unitOf(span, clickedMs)} AS unit, visitor_id
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
function heat(scope: ReportScope): string {
  return `
    SELECT 'heat' AS part, toString(${hourOfWeek(clickedMs)}) AS name, '' AS detail,
      [toInt64(count())] AS numbers
    FROM clicks WHERE ${passingClicks(scope)} AND ${ofClass} AND ${within('asked', 'clicked_at')}
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
 * the limit cuts them. Values that only the compared period has come last. The name of conversions
 * that have no value is never cut off.
 */
function largestValues(scope: ReportScope, shape: ReportShape): string {
  return `
    SELECT part, name, detail, [
        clicks, conversions, compared, toInt64(countIf(clicks + conversions + compared > 0) OVER list),
        sum(clicks) OVER list, sum(conversions) OVER list, sum(compared) OVER list, tenths] AS numbers
    FROM (${withTenths(countedValues(scope, shape.lists, shape))})
    WINDOW list AS (PARTITION BY part)
    ORDER BY part, name = '${unmatchedName}' DESC, clicks DESC, conversions DESC, compared DESC, name, detail
    LIMIT {longestList:UInt32} BY part`;
}

function spansOf({ isCompared }: Pick<ReportShape, 'isCompared'>): readonly Span[] {
  return isCompared ? ['asked', 'compared'] : ['asked'];
}
