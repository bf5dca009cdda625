import type { ClickHouse } from '#adapters/clickhouse/connect';

/** A look over all accounts takes what nobody else needs, and not for long. */
export const querySettings = {
  max_execution_time: 10,
  max_threads: 1,
  output_format_json_quote_64bit_integers: 0,
} as const;

/** How many rows a table has: answered from what it knows of its parts. */
export async function countRows(
  client: ClickHouse,
  table: 'clicks' | 'conversions',
): Promise<number> {
  const answer = await client.query({
    query: `SELECT count() FROM ${table}`,
    format: 'JSONCompactEachRow',
    clickhouse_settings: querySettings,
  });
  const [[count] = [0]] = await answer.json<[number]>();
  return count;
}
