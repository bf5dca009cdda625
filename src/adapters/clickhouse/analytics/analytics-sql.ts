import type { Scope } from '#core/analytics/reading';
import {
  insideArchive,
  isConversion,
  isWholeAccount,
  narrowedTo,
  outsideArchive,
} from './narrowing.ts';

/*
 * Every part of the query selects the same four columns: the kind of number (`part`), its subject
 * (`name`, and `detail` when one name is not enough), and the `numbers` themselves.
 */

const inRange = (time: string) => `
  ${time} >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')
  AND ${time} < fromUnixTimestamp64Milli({toMs:Int64}, 'UTC')`;

/**
 * The query that counts everything of one answer. `isHourly` says that every boundary of a day is a
 * whole UTC hour: then the projection by hour counts the days of a whole account.
 */
export function allNumbers(scope: Scope, isHourly: boolean): string {
  const parts = [
    isHourly && isWholeAccount(scope) ? clicksByDayFromHours(scope) : clicksByDay(scope),
    breakdowns(scope),
    uniqueVisitors(scope),
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

/** Answered by the projection `user_hour`, whose finest unit is the hour. */
export function clicksByDayFromHours(scope: Scope): string {
  return `
    SELECT
      'day' AS part,
      toString(roundDown(
        toInt64(toUnixTimestamp(toStartOfHour(clicked_at))) * 1000, {boundariesMs:Array(Int64)}
      )) AS name,
      toString(class) AS detail,
      [toInt64(count())] AS numbers
    FROM clicks WHERE ${narrowedTo(scope)} AND ${inRange('toStartOfHour(clicked_at)')}
    GROUP BY name, class`;
}

/**
 * All lists in one pass over the range's clicks. The window functions sum and number all rows
 * before the outer condition cuts the lists. Countries are not cut: a map shows all of them.
 */
function breakdowns(scope: Scope): string {
  return `
    SELECT part, name, detail, [clicks, sum(clicks) OVER (PARTITION BY part)] AS numbers
    FROM (
      SELECT
        multiIf(
          grouping(source) = 0, 'referrers', grouping(device_name) = 0, 'devices',
          grouping(place) = 0, 'cities', grouping(land) = 0, 'countries',
          grouping(agent) = 0, 'browsers', 'systems') AS part,
        multiIf(
          part = 'referrers', source, part = 'devices', device_name, part = 'cities', place,
          part = 'countries', land, part = 'browsers', agent, system) AS name,
        if(part = 'cities', land, '') AS detail,
        toInt64(count()) AS clicks
      FROM (
        SELECT
          if(referrer = '', 'Direct', referrer) AS source,
          toString(device) AS device_name,
          if(country = '', 'Unknown', country) AS land,
          if(city = '', 'Unknown', city) AS place,
          if(browser = '', 'Unknown', browser) AS agent,
          if(os = '', 'Unknown', os) AS system
        FROM clicks WHERE ${narrowedTo(scope)} AND class = 'human' AND ${inRange('clicked_at')}
      )
      GROUP BY GROUPING SETS ((source), (device_name), (land), (place, land), (agent), (system))
    )
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
  return `
    SELECT 'total' AS part, '' AS name, '' AS detail, [toInt64(count())] AS numbers
    FROM clicks WHERE ${narrowedTo(scope)} AND class = 'human'
      AND ${outsideArchive('toStartOfHour(clicked_at)')}`;
}

function archivedClicks(scope: Scope): string {
  return `
    SELECT 'total' AS part, '' AS name, '' AS detail, [toInt64(sum(count))] AS numbers
    FROM clicks_archive WHERE ${narrowedTo(scope)} AND class = 'human' AND ${insideArchive}`;
}

function clicksOfPeriods(scope: Scope): string {
  return `
    SELECT 'period' AS part,
      if(toStartOfHour(clicked_at) < fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC'),
        'before', 'recent') AS name,
      '' AS detail,
      [toInt64(count())] AS numbers
    FROM clicks WHERE ${narrowedTo(scope)} AND class = 'human'
      AND toStartOfHour(clicked_at) >= fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
      AND toStartOfHour(clicked_at) < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')
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
