import type { Scope } from '#core/analytics/reading';
import { inRange, narrowedTo } from '#adapters/clickhouse/analytics/narrowing';
import { dayFingerprint, numbersByQuarters } from './quarters-sql.ts';

/** True for the clicks of the parameter `touchedDays`: the UTC days of which the range has a part. */
export const inTouchedDays =
  'toDate(toStartOfFifteenMinutes(clicked_at)) IN {touchedDays:Array(Date)}';

/** Until which day visitor ids may be the same on several days; 1970-01-01 when they never were. */
export const lastingUntil = `
  SELECT 'lastingUntil' AS part, toString(max(day)) AS name, '' AS detail,
    [toInt64(0)] AS numbers
  FROM lasting_visitors`;

/**
 * Exact numbers of human visitors in pieces of the range: `pieceStarts` are their beginnings,
 * rising. Only clicks of `pieceDays` are read, so that other pieces are counted in part. The
 * fingerprints of the days are those of the clicks that this statement has seen.
 */
export function visitorsOfPieces(scope: Scope): string {
  const visitors = `
    SELECT 'piece' AS part,
      toString(roundDown(toUnixTimestamp64Milli(clicked_at), {pieceStarts:Array(Int64)})) AS name,
      '' AS detail, [toInt64(uniqExact(visitor_id))] AS numbers
    FROM clicks WHERE ${narrowedTo(scope)} AND class = 'human' AND visitor_id != 0
      AND toDate(clicked_at) IN {pieceDays:Array(Date)} AND ${inRange('clicked_at')}
    GROUP BY name`;
  const fingerprints = numbersByQuarters(
    [dayFingerprint],
    `${narrowedTo(scope)} AND class = 'human' AND ${inTouchedDays}`,
  );
  return [fingerprints, visitors].map((part) => `(${part})`).join(' UNION ALL ');
}
