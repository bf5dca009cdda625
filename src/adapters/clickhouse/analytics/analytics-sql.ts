import type { Scope } from '#core/analytics/reading';
import {
  inRange,
  insideArchive,
  isConversion,
  narrowedTo,
  ofWhole,
  outsideArchive,
} from './narrowing.ts';
import {
  dayMarkEntry,
  entryMs,
  erasedByQuarters,
  settledMark,
  type Entry,
} from './days/less-erased.ts';
import { dayMarks, lastingUntil } from './days/visitors-sql.ts';
import { erasedListedClicks, listedClicks } from './days/lists-sql.ts';
import type { WholeDays } from './days/whole-days.ts';

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

/**
 * The query that counts everything of one answer. Projections answer for a whole account. Its links
 * that are being erased are taken off the lists, with `takenLists` parameters for settled days, and
 * come as rows of their own for all other numbers.
 */
export function allNumbers(scope: Scope, shape: Shape & { takenLists?: number }): string {
  const { isByQuarters, whole, takenLists = 0 } = shape;
  const isWhole = scope.linkId === null;
  const isErasing = isWhole && scope.erasedLinkIds.length > 0;
  return together([
    isByQuarters && isWhole ? clicksByDayFromQuarters(scope) : clicksByDay(scope),
    breakdowns(listedClicks(scope, whole, takenLists)),
    ...(isWhole ? [dayMarks(scope), lastingUntil] : [uniqueVisitors(scope)]),
    totalClicks(scope),
    archivedClicks(scope),
    clicksOfPeriods(scope),
    money(scope),
    ...(isErasing ? [erasedByQuarters('unsettled', erasedEntries(shape)), settledMark] : []),
  ]);
}

/** The query for what is taken off `allNumbers` of a whole account, on settled days. */
export function numbersOfErased(shape: Shape): string {
  return together([
    erasedByQuarters('settled', erasedEntries(shape)),
    ...(shape.whole ? [erasedListedClicks] : []),
    settledMark,
  ]);
}

/** The numbers that a whole account's answer has of all its links. */
function erasedEntries({ isByQuarters }: Shape): readonly Entry[] {
  const day = {
    when: inRange('quarter'),
    part: 'day',
    name: `toString(roundDown(${entryMs}, {boundariesMs:Array(Int64)}))`,
    detail: 'toString(class)',
  };
  return [
    ...(isByQuarters ? [day] : []),
    dayMarkEntry,
    {
      when: `class = 'human' AND ${outsideArchive('quarter')}`,
      part: 'total',
      name: `''`,
      detail: `''`,
    },
    {
      when: `class = 'human' AND ${inPeriods('quarter')}`,
      part: 'period',
      name: periodOf('quarter'),
      detail: `''`,
    },
  ];
}

function together(parts: readonly string[]): string {
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

/** Answered by the projection `quarters`, whose finest unit is a quarter of an hour. */
export function clicksByDayFromQuarters(scope: Scope): string {
  return `
    SELECT
      'day' AS part,
      toString(roundDown(toInt64(toUnixTimestamp(toStartOfFifteenMinutes(clicked_at))) * 1000,
        {boundariesMs:Array(Int64)})) AS name,
      toString(class) AS detail,
      [toInt64(count())] AS numbers
    FROM clicks WHERE ${ofWhole(scope)} AND ${inRange('toStartOfFifteenMinutes(clicked_at)')}
    GROUP BY name, class`;
}

/**
 * All lists. The window functions sum and number all rows before the outer condition cuts the
 * lists. Countries are not cut: a map shows all of them.
 */
function breakdowns(listed: string): string {
  return `
    SELECT part, name, detail, [clicks, sum(clicks) OVER (PARTITION BY part)] AS numbers
    FROM (
      SELECT part, name, detail, sum(clicks) AS clicks
      FROM (${listed})
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
  return `
    SELECT 'total' AS part, '' AS name, '' AS detail, [toInt64(count())] AS numbers
    FROM clicks WHERE ${ofWhole(scope)} AND class = 'human'
      AND ${outsideArchive('toStartOfFifteenMinutes(clicked_at)')}`;
}

function archivedClicks(scope: Scope): string {
  return `
    SELECT 'total' AS part, '' AS name, '' AS detail, [toInt64(sum(count))] AS numbers
    FROM clicks_archive WHERE ${narrowedTo(scope)} AND class = 'human' AND ${insideArchive}`;
}

function clicksOfPeriods(scope: Scope): string {
  const quarter = 'toStartOfFifteenMinutes(clicked_at)';
  return `
    SELECT 'period' AS part, ${periodOf(quarter)} AS name, '' AS detail,
      [toInt64(count())] AS numbers
    FROM clicks WHERE ${ofWhole(scope)} AND class = 'human' AND ${inPeriods(quarter)}
    GROUP BY name`;
}

function periodOf(time: string): string {
  return `if(${time} < fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC'), 'before', 'recent')`;
}

function inPeriods(time: string): string {
  return `${time} >= fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
      AND ${time} < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')`;
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
