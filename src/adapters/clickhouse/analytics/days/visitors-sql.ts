import type { Scope } from '#core/analytics/reading';
import { inRange, narrowedTo, ofWhole } from '#adapters/clickhouse/analytics/narrowing';
import { dayMarkEntry, erasedByQuarters } from './less-erased.ts';

/** One of the parameter `touchedDays`: every UTC day of which the range has a part. */
const touchedDay = 'toDate(toStartOfFifteenMinutes(clicked_at))';

/**
 * Which human clicks each touched UTC day has: `mark` is the same only for the same clicks,
 * in every order. Answered by the projection `quarters`.
 */
export function dayMarks(scope: Scope): string {
  return `
    SELECT 'dayMark' AS part, toString(${touchedDay}) AS name,
      toString(toInt64(sum(cityHash64(click_id)))) AS detail, [toInt64(count())] AS numbers
    FROM clicks WHERE ${ofWhole(scope)} AND class = 'human'
      AND ${touchedDay} IN {touchedDays:Array(Date)}
    GROUP BY name`;
}

/** Until which day visitor ids may be the same on several days; 1970-01-01 when they never were. */
export const lastingUntil = `
  SELECT 'lastingUntil' AS part, toString(max(day)) AS name, '' AS detail,
    [toInt64(0)] AS numbers
  FROM lasting_visitors`;

/**
 * Exact numbers of human visitors in pieces of the range: `pieceStarts` are their beginnings,
 * rising. Only clicks of `pieceDays` are read, so that other pieces are counted in part. The marks of
 * the days are those of the clicks that this statement has seen; marks to take off come apart. No
 * day must be settled.
 */
export function visitorsOfPieces(scope: Scope): string {
  const visitors = `
    SELECT 'piece' AS part,
      toString(roundDown(toUnixTimestamp64Milli(clicked_at), {pieceStarts:Array(Int64)})) AS name,
      '' AS detail, [toInt64(uniqExact(visitor_id))] AS numbers
    FROM clicks WHERE ${narrowedTo(scope)} AND class = 'human' AND visitor_id != 0
      AND toDate(clicked_at) IN {pieceDays:Array(Date)} AND ${inRange('clicked_at')}
    GROUP BY name`;
  const parts = [dayMarks(scope), visitors];
  if (scope.erasedLinkIds.length > 0) {
    const ofDays = 'toDate(clicked_at) IN {touchedDays:Array(Date)}';
    parts.push(erasedByQuarters('unsettled', [dayMarkEntry], ofDays));
  }
  return parts.map((part) => `(${part})`).join(' UNION ALL ');
}
