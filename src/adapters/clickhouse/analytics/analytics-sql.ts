import type { Scope } from '#core/analytics/reading';
import {
  inRange,
  insideArchive,
  isConversion,
  narrowedTo,
  outsideArchive,
  wholeLessErased,
} from './narrowing.ts';
import { dayMarks, lastingUntil } from './days/visitors-sql.ts';
import { listedClicks } from './days/lists-sql.ts';
import type { WholeDays } from './days/whole-days.ts';

/*
 * Every part of the query selects the same four columns: the kind of number (`part`), its subject
 * (`name`, and `detail` when one name is not enough), and the `numbers` themselves.
 */

/**
 * The query that counts everything of one answer. `isByQuarters` says that every boundary of a day
 * is a quarter of a UTC hour, `whole` which UTC days are completely in the range: then projections
 * answer for a whole account.
 */
export function allNumbers(
  scope: Scope,
  { isByQuarters, whole }: { isByQuarters: boolean; whole: WholeDays | null },
): string {
  const parts = [
    isByQuarters && scope.linkId === null ? clicksByDayFromQuarters(scope) : clicksByDay(scope),
    breakdowns(scope, whole),
    ...(scope.linkId === null ? [dayMarks(scope), lastingUntil] : [uniqueVisitors(scope)]),
    totalClicks(scope),
    archivedClicks(scope),
    clicksOfPeriods(scope),
    money(scope),
  ];
  return parts.map((part) => `(${part})`).join('\nUNION ALL\n');
}

export function clicksByDay(scope: Scope): string {
  return `
    SELECT
      'day' AS part,
      toString(roundDown(toUnixTimestamp64Milli(clicked_at), {boundariesMs:Array(Int64)})) AS name,
      toString(class) AS detail,
      [toInt64(count())] AS numbers
    FROM clicks WHERE ${narrowedTo(scope)} AND ${inRange('clicked_at')}
    GROUP BY name, class`;
}

/**
 * Answered by the projection `quarters`, whose finest unit is a quarter of an hour. Links that are
 * being erased are counted apart and taken off: a condition on links would read every click.
 */
export function clicksByDayFromQuarters(scope: Scope): string {
  const rows = (condition: string, sign: string) => `
    SELECT
      roundDown(toInt64(toUnixTimestamp(toStartOfFifteenMinutes(clicked_at))) * 1000,
        {boundariesMs:Array(Int64)}) AS day,
      class, ${sign}toInt64(count()) AS clicks
    FROM clicks WHERE ${condition} AND ${inRange('toStartOfFifteenMinutes(clicked_at)')}
    GROUP BY day, class`;
  return `
    SELECT 'day' AS part, toString(day) AS name, toString(class) AS detail,
      [sum(clicks)] AS numbers
    FROM (${wholeLessErased(scope, rows)})
    GROUP BY day, class`;
}

/**
 * All lists. The window functions sum and number all rows before the outer condition cuts the
 * lists. Countries are not cut: a map shows all of them.
 */
function breakdowns(scope: Scope, whole: WholeDays | null): string {
  return `
    SELECT part, name, detail, [clicks, sum(clicks) OVER (PARTITION BY part)] AS numbers
    FROM (
      SELECT part, name, detail, sum(clicks) AS clicks
      FROM (${listedClicks(scope, whole)})
      GROUP BY part, name, detail HAVING clicks > 0)
    QUALIFY part = 'countries'
      OR row_number() OVER (PARTITION BY part ORDER BY clicks DESC, name, detail)
        <= {longestList:UInt32}`;
}

function uniqueVisitors(scope: Scope): string {
  return `
    SELECT 'visitors' AS part, '' AS name, '' AS detail,
      [toInt64(uniqExact(visitor_id))] AS numbers
    FROM clicks WHERE ${narrowedTo(scope)}
      AND class = 'human' AND visitor_id != 0 AND ${inRange('clicked_at')}`;
}

function totalClicks(scope: Scope): string {
  const rows = (condition: string, sign: string) => `
    SELECT ${sign}toInt64(count()) AS clicks FROM clicks WHERE ${condition} AND class = 'human'
      AND ${outsideArchive('toStartOfFifteenMinutes(clicked_at)')}`;
  return `
    SELECT 'total' AS part, '' AS name, '' AS detail, [sum(clicks)] AS numbers
    FROM (${wholeLessErased(scope, rows)})`;
}

function archivedClicks(scope: Scope): string {
  return `
    SELECT 'total' AS part, '' AS name, '' AS detail, [toInt64(sum(count))] AS numbers
    FROM clicks_archive WHERE ${narrowedTo(scope)} AND class = 'human' AND ${insideArchive}`;
}

function clicksOfPeriods(scope: Scope): string {
  const rows = (condition: string, sign: string) => `
    SELECT
      if(toStartOfFifteenMinutes(clicked_at) < fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC'),
        'before', 'recent') AS name,
      ${sign}toInt64(count()) AS clicks
    FROM clicks WHERE ${condition} AND class = 'human'
      AND toStartOfFifteenMinutes(clicked_at) >= fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
      AND toStartOfFifteenMinutes(clicked_at) < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')
    GROUP BY name`;
  return `
    SELECT 'period' AS part, name, '' AS detail, [sum(clicks)] AS numbers
    FROM (${wholeLessErased(scope, rows)})
    GROUP BY name`;
}

/** All time first, then each period: earlier and recent conversions, earlier and recent profit. */
function money(scope: Scope): string {
  return `
    WITH
      fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC') AS before_at,
      fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC') AS since_at,
      fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC') AS until_at,
      converted_at >= before_at AND converted_at < since_at AS is_before,
      converted_at >= since_at AND converted_at < until_at AS is_recent
    SELECT 'money' AS part, toString(currency) AS name, '' AS detail,
      [toInt64(countIf(${isConversion})), sum(value_cents), sum(profit_cents),
        toInt64(countIf(is_before AND ${isConversion})),
        toInt64(countIf(is_recent AND ${isConversion})),
        sumIf(profit_cents, is_before), sumIf(profit_cents, is_recent)] AS numbers
    FROM conversions FINAL WHERE ${narrowedTo(scope)} AND NOT removed
    GROUP BY name`;
}
