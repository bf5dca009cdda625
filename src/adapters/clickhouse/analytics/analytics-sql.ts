import type { Scope } from '#core/analytics/reading';
import { inRange, insideArchive, isConversion, isWholeAccount, narrowedTo } from './narrowing.ts';
import {
  dayFingerprint,
  numbersByQuarters,
  quarterMs,
  totalClicks,
  type Entry,
} from './days/quarters-sql.ts';
import { lastingUntil } from './days/visitors-sql.ts';
import { listedClicks } from './days/lists-sql.ts';
import type { WholeDays } from './days/whole-days.ts';
import { withTenths } from './tenths-sql.ts';

/*
 * Every part of the query selects the same four columns: the kind of number (`part`), its subject
 * (`name`, and `detail` when one name is not enough), and the `numbers` themselves.
 */

type Shape = {
  /** Whether every boundary of a day is a quarter of a UTC hour. */
  readonly isByQuarters: boolean;
  /** Which UTC days are completely in the range. */
  readonly whole: WholeDays | null;
};

/** The query that counts everything of one answer. */
export function allNumbers(scope: Scope, shape: Shape): string {
  return [
    numbersByQuarters(entriesOf(scope, shape), narrowedTo(scope)),
    ...(shape.isByQuarters ? [] : [clicksByDay(scope)]),
    breakdowns(listedClicks(scope, shape.whole)),
    isWholeAccount(scope) ? lastingUntil : uniqueVisitors(scope),
    archivedClicks(scope),
    money(scope),
  ]
    .map((part) => `(${part})`)
    .join('\nUNION ALL\n');
}

/** The numbers that quarters of an hour are fine enough for. */
function entriesOf(scope: Scope, { isByQuarters }: Shape): readonly Entry[] {
  return [
    ...(isByQuarters ? [clicksOfDays] : []),
    ...(isWholeAccount(scope) ? [dayFingerprint] : []),
    totalClicks,
    clicksOfPeriods,
  ];
}

const clicksOfDays: Entry = {
  part: 'day',
  when: inRange('quarter'),
  key: `roundDown(${quarterMs}, {boundariesMs:Array(Int64)})`,
  name: 'toString(key)',
  detail: 'class',
};

const clicksOfPeriods: Entry = {
  part: 'period',
  when: `class = 'human' AND ${inPeriods('quarter')}`,
  key: `quarter >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')`,
  name: `if(key = 0, 'before', 'recent')`,
  detail: 'nothing',
};

/** For days that begin within a quarter of an hour: every click is read. */
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
 * All lists. The window functions sum and number all rows before the outer condition cuts the
 * lists. Countries are not cut: a map shows all of them.
 */
function breakdowns(listed: string): string {
  return `
    SELECT part, name, detail, [clicks, sum(clicks) OVER (PARTITION BY part), tenths] AS numbers
    FROM (${withTenths(`
      SELECT part, name, detail, sum(clicks) AS clicks
      FROM (${listed})
      GROUP BY part, name, detail HAVING clicks > 0`)})
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

function archivedClicks(scope: Scope): string {
  return `
    SELECT 'total' AS part, '' AS name, '' AS detail, [toInt64(sum(count))] AS numbers
    FROM clicks_archive WHERE ${narrowedTo(scope)} AND class = 'human' AND ${insideArchive}`;
}

function inPeriods(time: string): string {
  return `${time} >= fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
      AND ${time} < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')
      AND (${time} < fromUnixTimestamp64Milli({beforeEndMs:Int64}, 'UTC')
        OR ${time} >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC'))`;
}

/** All time first, then each period: earlier and recent conversions, earlier and recent profit. */
function money(scope: Scope): string {
  return `
    WITH
      fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC') AS before_at,
      fromUnixTimestamp64Milli({beforeEndMs:Int64}, 'UTC') AS before_end,
      fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC') AS since_at,
      fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC') AS until_at,
      converted_at >= before_at AND converted_at < before_end AS is_before,
      converted_at >= since_at AND converted_at < until_at AS is_recent
    SELECT 'money' AS part, toString(currency) AS name, '' AS detail,
      [toInt64(countIf(${isConversion})), sum(value_cents), sum(profit_cents),
        toInt64(countIf(is_before AND ${isConversion})),
        toInt64(countIf(is_recent AND ${isConversion})),
        sumIf(profit_cents, is_before), sumIf(profit_cents, is_recent)] AS numbers
    FROM conversions FINAL WHERE ${narrowedTo(scope)} AND NOT removed
    GROUP BY name`;
}
