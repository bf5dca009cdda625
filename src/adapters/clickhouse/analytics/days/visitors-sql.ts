import type { Scope } from '#core/analytics/reading';
import { inRange, narrowedTo, wholeLessErased } from '#adapters/clickhouse/analytics/narrowing';

/** One of the parameter `touchedDays`: every UTC day of which the range has a part. */
const touchedDay = 'toDate(toStartOfFifteenMinutes(clicked_at))';

/**
 * Which human clicks each touched UTC day has: `mark` is the same only for the same clicks,
 * in every order. Answered by the projection `quarters`.
 */
export function dayMarks(scope: Scope): string {
  const rows = (condition: string, sign: string) => `
    SELECT ${touchedDay} AS day, ${sign}toInt64(count()) AS clicks,
      ${sign}toInt64(sum(cityHash64(click_id))) AS mark
    FROM clicks WHERE ${condition} AND class = 'human'
      AND ${touchedDay} IN {touchedDays:Array(Date)}
    GROUP BY day`;
  return `
    SELECT 'dayMark' AS part, toString(day) AS name, toString(sum(mark)) AS detail,
      [sum(clicks)] AS numbers
    FROM (${wholeLessErased(scope, rows)})
    GROUP BY day`;
}

/** Until which day visitor ids may be the same on several days; 1970-01-01 when they never were. */
export const lastingUntil = `
  SELECT 'lastingUntil' AS part, toString(max(day)) AS name, '' AS detail,
    [toInt64(0)] AS numbers
  FROM lasting_visitors`;

/**
 * Exact numbers of human visitors in pieces of the range: `pieceStarts` are their beginnings,
 * rising. Only clicks of `pieceDays` are read, so that other pieces are counted in part. The marks of the days are those of the clicks
 * that this statement has seen.
 */
export function visitorsOfPieces(scope: Scope): string {
  const visitors = `
    SELECT 'piece' AS part,
      toString(roundDown(toUnixTimestamp64Milli(clicked_at), {pieceStarts:Array(Int64)})) AS name,
      '' AS detail, [toInt64(uniqExact(visitor_id))] AS numbers
    FROM clicks WHERE ${narrowedTo(scope)} AND class = 'human' AND visitor_id != 0
      AND toDate(clicked_at) IN {pieceDays:Array(Date)} AND ${inRange('clicked_at')}
    GROUP BY name`;
  return `(${dayMarks(scope)}) UNION ALL (${visitors})`;
}
