import type { ClickHouse } from '#adapters/clickhouse/connect';
import { reading } from './statement-limits.ts';

/**
 * One row of a statement that counts several things at once: which number it is (`part`), what it is
 * about (`name`, and `detail` when one name is not enough), and the numbers.
 */
export type NumberRow = readonly [
  part: string,
  name: string,
  detail: string,
  numbers: readonly number[],
];

/** The row's number at this place, from 0. Throws when the row has fewer. */
export function numberAt([, , , numbers]: NumberRow, index: number): number {
  const number = numbers[index];
  if (number === undefined) throw new Error('The event store answered with too few numbers');
  return number;
}

/** The sum of the rows' first numbers. */
export function sumOf(rows: readonly NumberRow[]): number {
  return rows.reduce((sum, row) => sum + numberAt(row, 0), 0);
}

/** Orders two texts by their UTF-16 code units, for `toSorted`. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The rows that such a statement answers with. */
export async function numberRows(
  client: ClickHouse,
  query: string,
  query_params: Readonly<Record<string, unknown>>,
): Promise<NumberRow[]> {
  const format = 'JSONCompactEachRow';
  const answer = await client.query({ query, query_params, format, ...reading() });
  return answer.json<NumberRow>();
}
