import type { ClickHouseClient } from '@clickhouse/client';

/** Reads a small Parquet file with a real engine: its rows, in order. */
export async function readParquet(client: ClickHouseClient, file: Response): Promise<object[]> {
  const hex = Buffer.from(await file.arrayBuffer()).toString('hex');
  const rows = await client.query({
    query: `SELECT * FROM format(Parquet, unhex('${hex}'))`,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return rows.json();
}
