import { outsideArchive } from '#adapters/clickhouse/analytics/narrowing';

/*
 * Numbers that quarters of an hour are fine enough for, all by one pass over the quarters' counts: a
 * pass for each number would cost the engine's planning each time, which is most of its work.
 */

/** A number of the answer that a quarter's clicks are in. */
export type Entry = {
  readonly part: string;
  /** Which quarters' clicks it has: an expression over `quarter` and `class`. */
  readonly when: string;
  /** What tells its rows apart: a whole number, as an expression over `quarter`. */
  readonly key: string;
  /** The name of a row: an expression over `key`. */
  readonly name: string;
  /** What `detail` says: the class of the clicks, which clicks they are, or nothing. */
  readonly detail: 'class' | 'fingerprint' | 'nothing';
};

/**
 * The rows of all these numbers, for the clicks of `condition`: the projection `quarters` answers when
 * it names an account and times alone.
 */
export function numbersByQuarters(entries: readonly Entry[], condition: string): string {
  const ofEntry = (of: (entry: Entry) => string) =>
    `multiIf(${entries.map((each, i) => `entry = ${i}, ${of(each)}`).join(', ')}, '')`;
  // Only where it is needed: of clicks that are read singly, the ids are the largest column.
  const fingerprint = entries.some(({ detail }) => detail === 'fingerprint')
    ? 'sum(cityHash64(click_id))'
    : '0';
  const tuples = entries.map(({ when, key }, i) => `(${when}, toUInt8(${i}), toInt64(${key}))`);
  return `
    SELECT ${ofEntry(({ part }) => `'${part}'`)} AS part,
      ${ofEntry(({ name }) => name)} AS name,
      ${ofEntry(({ detail }) => detailSql[detail])} AS detail,
      [toInt64(sum(of_key))] AS numbers
    FROM (
      SELECT each.2 AS entry, each.3 AS key, class, sum(clicks) AS of_key, sum(fingerprint) AS fingerprint_of_key
      FROM (
        SELECT toStartOfFifteenMinutes(clicked_at) AS quarter, class,
          count() AS clicks, ${fingerprint} AS fingerprint
        FROM clicks WHERE ${condition}
        GROUP BY quarter, class)
      ARRAY JOIN arrayFilter(each -> each.1, [${tuples.join(', ')}]) AS each
      GROUP BY entry, key, class)
    GROUP BY entry, key, ${ofEntry(({ detail }) => (detail === 'class' ? 'toString(class)' : `''`))} AS of_class`;
}

const detailSql = {
  class: 'of_class',
  fingerprint: 'toString(toInt64(sum(fingerprint_of_key)))',
  nothing: `''`,
} as const;

/** The time of a quarter in epoch milliseconds. */
export const quarterMs = 'toInt64(toUnixTimestamp(quarter)) * 1000';

/**
 * Which human clicks each touched UTC day has: `detail` is the same only for the same clicks, in every
 * order. Its parameter is `touchedDays`.
 */
export const dayFingerprint: Entry = {
  part: 'dayFingerprint',
  when: `class = 'human' AND toDate(quarter) IN {touchedDays:Array(Date)}`,
  key: 'toUInt16(toDate(quarter))',
  name: 'toString(toDate(toUInt16(key)))',
  detail: 'fingerprint',
};

/** Human clicks of all time that are not in the archive. */
export const totalClicks: Entry = {
  part: 'total',
  when: `class = 'human' AND ${outsideArchive('quarter')}`,
  key: '0',
  name: `''`,
  detail: 'nothing',
};
