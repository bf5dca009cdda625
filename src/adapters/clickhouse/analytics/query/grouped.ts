import { unmatchedName } from '#contract/analytics/report-filters';
import type { TimeCycle } from '#contract/analytics/query-words';
import type { Counted, Grouping, QueryAsked } from '#core/analytics/query/reading';
import { localMs, unitOf } from '#adapters/clickhouse/analytics/times';
import { matchOf, namesOf, type Property } from './properties.ts';

/** A span of a question. */
export type QuerySpan = 'asked' | 'compared';

/** The spans of the question, in the order in which a row has their numbers. */
export function spansOf({ compared }: Pick<QueryAsked, 'compared'>): readonly QuerySpan[] {
  return compared ? ['asked', 'compared'] : ['asked'];
}

type Grouped = {
  readonly span: QuerySpan;
  /** A table, with its condition. */
  readonly from: string;
  /** The time in epoch milliseconds. */
  readonly atMs: string;
  /** Expressions that aggregate; absent numbers are 0. */
  readonly numbers: Readonly<Partial<Record<Counted, string>>>;
  /** Whether rows can be without a value. */
  readonly isMatched?: boolean;
};

/**
 * The numbers of a table by the keys of the question, and over all of them (`is_total`): a visitor of
 * several rows counts once there.
 */
export function grouped(asked: QueryAsked, { span, from, atMs, ...how }: Grouped): string {
  const { groupings, isByTime, counted } = asked;
  const names = groupings.flatMap((grouping, index) =>
    named(propertyOf(grouping), how.isMatched ?? false).map((sql, part) => ({
      sql: `CAST(${sql} AS String)`,
      name: part === 0 ? `name${index}` : `detail${index}`,
    })),
  );
  const unit = asked.cycle
    ? unitOfCycle(asked.cycle.unit, localMs(span, atMs))
    : `transform(${unitOf(span, atMs)}, {${span}BoundariesMs:Array(Int64)}, {${span}Places:Array(Int32)}, toInt32(-1))`;
  const keys = [...(isByTime ? [{ sql: unit, name: 'unit' }] : []), ...names];
  const numbers = counted.map((each) => `toInt64(${how.numbers[each] ?? '0'}) AS ${each}`);
  if (keys.length === 0) {
    return `SELECT '${span}' AS of, toUInt8(1) AS is_total, toInt32(0) AS unit,
      ${numbers.join(', ')} FROM ${from}`;
  }
  const columns = keys.map(({ name }) => name);
  return `
    SELECT '${span}' AS of, toUInt8(grouping(${columns[0]})) AS is_total,
      ${keys.map(({ sql, name }) => `${sql} AS ${name}`).join(', ')},
      ${isByTime ? '' : 'toInt32(0) AS unit,'} ${numbers.join(', ')}
    FROM ${from}
    GROUP BY GROUPING SETS ((${columns.join(', ')}), ())
    ${isByTime ? 'HAVING is_total = 1 OR unit >= 0' : ''}`;
}

/** The place of a local time in the cycle. The epoch began on a Thursday. */
function unitOfCycle(cycle: TimeCycle, ms: string): string {
  switch (cycle) {
    case 'weekday':
      return `toInt32((intDiv(${ms}, 86400000) + 3) % 7)`;
    case 'hourOfDay':
      return `toInt32(intDiv(${ms}, 3600000) % 24)`;
    case 'hourOfWeek':
      return `toInt32((intDiv(${ms}, 3600000) + 72) % 168)`;
  }
}

function named(property: Property, isMatched: boolean): readonly [string, string] {
  const [name, detail] = namesOf(property, (column) => column);
  const match = isMatched ? matchOf(property) : null;
  return match === null
    ? [name, detail]
    : [`if(${match}, ${name}, '${unmatchedName}')`, `if(${match}, ${detail}, '')`];
}

/** Labels are those of links. */
export function propertyOf(grouping: Grouping): Property {
  return grouping === 'label' ? 'link' : grouping;
}
