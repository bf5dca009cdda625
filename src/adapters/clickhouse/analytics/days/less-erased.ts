import type { NumberRow } from '#adapters/clickhouse/analytics/number-row';
import { dayMs, utcDay } from '#core/shared/time';

/*
 * Links that are being erased are taken off a whole account's sums, because a condition on links
 * would have every click read. What they have is counted once, by a statement of its own, and kept
 * with two fingerprints. An answer has both too: of the account's clicks before the parameter
 * `settledDay`, from counts, and of the erased links' own later clicks, which are few.
 */

/**
 * The days before this one are settled, in a question about times before `toMs`: their clicks seldom
 * change. It is at most the UTC day of now when the question ends with today in some zone.
 */
export function settledDay(toMs: number): string {
  return utcDay(Math.floor(toMs / dayMs) * dayMs - dayMs);
}

/** True for all clicks of the account's links that are being erased. */
export const isErased = 'user_id = {userId:UUID} AND link_id IN {erasedLinkIds:Array(UUID)}';

/**
 * Which clicks the erased links have on the days that are not settled. New clicks of other links
 * leave it as it is. `condition` says which clicks the numbers can have.
 */
export function erasedFingerprint(condition = 'true'): string {
  return `
    SELECT 'erasedFingerprint' AS part, '' AS name, toString(sum(cityHash64(click_id))) AS detail,
      [toInt64(count())] AS numbers
    FROM clicks WHERE ${isErased} AND toDate(clicked_at) >= {settledDay:Date} AND ${condition}`;
}

/**
 * Values of lists that come in parameters: the tuple `t` of part, name, detail, and one or two
 * numbers. A statement takes them off before it cuts a list.
 */
export function takenLists(count: number): string {
  const all = Array.from(
    { length: count },
    (_, i) =>
      `JSONExtract(materialize({taken${i}:String}), 'Array(Tuple(String, String, String, Int64, Int64))')`,
  );
  return `(SELECT arrayJoin(arrayConcat(${all.join(', ')})) AS t)`;
}

/** The engine refuses a parameter of 128 KiB; backslashes double on the way. */
const mostBytes = 50_000;

/** Rows as the parameters of `takenLists`, in their order. */
export function takenTexts(rows: readonly NumberRow[]): readonly string[] {
  const groups: string[][] = [];
  let bytes = mostBytes;
  for (const [part, name, detail, [first = 0, second = 0]] of rows) {
    const text = JSON.stringify([part, name, detail, first, second]);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > mostBytes) {
      groups.push([]);
      bytes = Buffer.byteLength(text) + 1;
    }
    groups.at(-1)?.push(text);
  }
  return groups.map((texts) => `[${texts.join(',')}]`);
}

/**
 * Rows of an answer, less those whose part begins with a minus. Numbers of which nothing is left are
 * gone, as if their clicks had never been.
 */
export function lessErased(rows: readonly NumberRow[]): readonly NumberRow[] {
  const isTaken = ([part]: NumberRow) => part.startsWith('-');
  const taken = Map.groupBy(rows.filter(isTaken), ([part, ...row]) =>
    subject([part.slice(1), ...row]),
  );
  return rows.flatMap((row) => {
    if (isTaken(row)) return [];
    const others = taken.get(subject(row)) ?? [];
    // A number may come in several rows, of which one is enough.
    taken.delete(subject(row));
    const left = others.reduce(less, row);
    const isGone = others.length > 0 && left[3].every((number) => number === 0);
    return isGone ? [] : [left];
  });
}

/** The detail of a fingerprint is no name. */
function subject([part, name, detail]: NumberRow): string {
  return JSON.stringify([part, name, part === 'dayFingerprint' ? '' : detail]);
}

function less(row: NumberRow, taken: NumberRow): NumberRow {
  const [part, name, detail, numbers] = row;
  const left = numbers.map((number, i) => number - (taken[3][i] ?? 0));
  if (part !== 'dayFingerprint') return [part, name, detail, left];
  return [part, name, String(BigInt.asIntN(64, BigInt(detail) - BigInt(taken[2]))), left];
}
