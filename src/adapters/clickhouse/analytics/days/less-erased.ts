import type { NumberRow } from '#adapters/clickhouse/analytics/analytics-rows';
import { dayMs, utcDay } from '#core/shared/time';

/*
 * Links that are being erased are taken off a whole account's sums, because a condition on links
 * would have every click read. Their clicks before the parameter `settledDay` are counted by a
 * statement of its own, which is seldom needed; each answer reads only the later ones.
 */

/**
 * The days before this one are settled, in a question about times before `toMs`: their clicks seldom
 * change. It is at most the UTC day of now when the question ends with today in some zone.
 */
export function settledDay(toMs: number): string {
  return utcDay(Math.floor(toMs / dayMs) * dayMs - dayMs);
}

const ofAccount = 'user_id = {userId:UUID}';
/** True for clicks of links that are being erased. */
export const isErased = 'link_id IN {erasedLinkIds:Array(UUID)}';

const isOfDays = {
  settled: 'toDate(clicked_at) < {settledDay:Date}',
  unsettled: 'toDate(clicked_at) >= {settledDay:Date}',
} as const;

export type Days = keyof typeof isOfDays;

/** True for the clicks of the settled days, or of the others. */
export const isOf = (days: Days) => isOfDays[days];

/**
 * A number of the answer that a quarter's clicks are in: its part, name and detail as in the
 * answer's rows. All are expressions over `quarter` and `class`.
 */
export type Entry = {
  readonly when: string;
  readonly part: string;
  readonly name: string;
  readonly detail: string;
};

/**
 * The clicks of the erased links in all of these numbers, by one pass: rows whose part begins with a
 * minus. `condition` says which clicks the numbers can have.
 */
export function erasedByQuarters(
  days: Days,
  entries: readonly Entry[],
  condition = 'true',
): string {
  const tuples = entries.map(
    ({ when, part, name, detail }) => `(${when}, '-${part}', ${name}, ${detail})`,
  );
  return `
    SELECT entry.2 AS part, entry.3 AS name,
      if(part = '-dayMark', toString(sum(mark)), entry.4) AS detail,
      [sum(clicks)] AS numbers
    FROM (
      SELECT toStartOfFifteenMinutes(clicked_at) AS quarter, class,
        toInt64(count()) AS clicks, toInt64(sum(cityHash64(click_id))) AS mark
      FROM clicks WHERE ${ofAccount} AND ${isErased} AND ${isOf(days)} AND ${condition}
      GROUP BY quarter, class)
    ARRAY JOIN arrayFilter(each -> each.1, [${tuples.join(', ')}]) AS entry
    GROUP BY entry.2, entry.3, entry.4`;
}

/** The number of `dayMarks`: its parameter is `touchedDays`. */
export const dayMarkEntry: Entry = {
  when: `class = 'human' AND toDate(quarter) IN {touchedDays:Array(Date)}`,
  part: 'dayMark',
  name: 'toString(toDate(quarter))',
  detail: `''`,
};

/** A time of `Entry` in epoch milliseconds. */
export const entryMs = 'toInt64(toUnixTimestamp(quarter)) * 1000';

/**
 * Which clicks the account has on settled days: the same only for the same clicks and the same
 * archive, so that what was counted from them is still right. Answered by the projection `quarters`.
 */
export const settledMark = `
  SELECT 'settledMark' AS part, '' AS name,
    concat(toString(sum(cityHash64(click_id))), ' ',
      toString((SELECT count() FROM archive_folds))) AS detail,
    [toInt64(count())] AS numbers
  FROM clicks WHERE ${ofAccount}
    AND toStartOfFifteenMinutes(clicked_at) < toDateTime({settledDay:Date}, 'UTC')`;

/**
 * Values of lists that come in parameters: the tuple `t` of part, name, detail, and one or two
 * numbers. A statement takes them off before it cuts a list.
 */
export function takenLists(count: number): string {
  const all = Array.from(
    { length: count },
    (_, i) =>
      `JSONExtract({taken${i}:String}, 'Array(Tuple(String, String, String, Int64, Int64))')`,
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

/** The detail of a mark is no name. */
function subject([part, name, detail]: NumberRow): string {
  return JSON.stringify([part, name, part === 'dayMark' ? '' : detail]);
}

function less(row: NumberRow, taken: NumberRow): NumberRow {
  const [part, name, detail, numbers] = row;
  const left = numbers.map((number, i) => number - (taken[3][i] ?? 0));
  if (part !== 'dayMark') return [part, name, detail, left];
  return [part, name, String(BigInt.asIntN(64, BigInt(detail) - BigInt(taken[2]))), left];
}
