import type { GiveWay } from '#core/clicks/enrich-batch';
import { string, varint } from './bytes.ts';

/** One column's values, and their ClickHouse type. */
export type ColumnData = { readonly type: string; readonly data: Uint8Array };

/**
 * Writes one column of these rows.
 * @throws BadValue for a value that the column's type cannot hold
 */
export type Column<Row> = (rows: readonly Row[]) => ColumnData;

/**
 * Rows as one block in ClickHouse's Native format: column after column, so that the server parses
 * no rows. Each column has its name and type; the server converts it to the table's type.
 * https://clickhouse.com/docs/interfaces/formats/Native
 */
export async function nativeBlock<Row>(
  columns: Readonly<Record<string, Column<Row>>>,
  rows: readonly Row[],
  giveWay: GiveWay,
): Promise<Uint8Array> {
  const named = Object.entries(columns);
  const parts = [varint(named.length), varint(rows.length)];
  for (const [name, column] of named) {
    await giveWay();
    const { type, data } = column(rows);
    parts.push(string(name), string(type), data);
  }
  return Buffer.concat(parts);
}
