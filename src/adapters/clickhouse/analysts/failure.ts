import { StatementFailure } from '#core/analytics/sql/statement';

/** Advice about an exceeded limit, by ClickHouse's error code. */
const advice = new Map<number, string>([
  [
    158,
    'The statement reads too many rows. Name a range of days, as in WHERE clicked_at >= today() - 30.',
  ],
  [307, 'The statement reads too many bytes. Name a range of days, or fewer columns.'],
  [
    159,
    'The statement ran for too long. Name a range of days, group by fewer columns, or read daily instead of clicks.',
  ],
  [
    241,
    'The statement needs too much memory. Group by fewer columns, add a LIMIT, or name a range of days.',
  ],
  [396, 'The result is too large. Add a LIMIT, or group the rows.'],
  [394, 'The statement was cancelled.'],
  [236, 'The statement was cancelled.'],
]);

const outages = new Set([202, 209, 210, 439, 745]);

/**
 * A failure of the engine as its author may read it. The engine repeats the statement, sometimes
 * with what the gateway put around it, and names its own version: both are cut off.
 */
export function failureFrom(text: string): StatementFailure {
  const code = Number(/^Code: (\d+)\./.exec(text)?.[1] ?? 1001);
  const codeName = /\(([A-Z][A-Z\d_]+)\)\s*$/.exec(text)?.[1] ?? 'STD_EXCEPTION';
  const advised = advice.get(code);
  if (advised !== undefined) {
    return new StatementFailure('limit', { code, codeName, message: advised });
  }
  const kind = outages.has(code) ? 'outage' : 'invalid';
  return new StatementFailure(kind, { code, codeName, message: sentence(text) });
}

const longest = 600;

function sentence(text: string): string {
  const bare = text
    .replace(/^(?:Code: \d+\. )?(?:DB::Exception: )?(?:Code: \d+\. )?(?:DB::Exception: )?/, '')
    .trimEnd()
    .replace(/\([A-Z\d_]+\)$/, '')
    .replace(/\(version [^()]*\)/, '')
    .replace(/:? ?[Ii]n scope [\s\S]*$/, '')
    .replace(/: While processing [\s\S]*$/, '')
    .replace(/^default: /, '')
    .trim();
  return bare.length > longest ? `${bare.slice(0, longest)}...` : bare;
}
