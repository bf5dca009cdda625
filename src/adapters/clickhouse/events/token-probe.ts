import type { ClickHouse } from '#adapters/clickhouse/connect';

/**
 * Whether this server drops an insert with a known token, also when its rows differ. Tested on an
 * own table, which is dropped afterwards. On other servers, a repeat is safe only after querying
 * for the batch.
 */
export async function honoursTokens(clickHouse: ClickHouse): Promise<boolean> {
  const table = `token_probe_${crypto.randomUUID().replaceAll('-', '')}`;
  await clickHouse.command({
    query: `
      CREATE TABLE ${table} (value UInt8) ENGINE = MergeTree ORDER BY value
      SETTINGS non_replicated_deduplication_window = 10`,
  });
  try {
    for (const value of [1, 2]) await insertWithToken(clickHouse, table, value);
    const answer = await clickHouse.query({
      query: `SELECT toUInt32(count()) AS rows FROM ${table}`,
      format: 'JSONEachRow',
    });
    const [counted] = await answer.json<{ rows: number }>();
    return counted?.rows === 1;
  } finally {
    await clickHouse.command({ query: `DROP TABLE IF EXISTS ${table}` });
  }
}

async function insertWithToken(clickHouse: ClickHouse, table: string, value: number) {
  await clickHouse.insert({
    table,
    values: [{ value }],
    format: 'JSONEachRow',
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: 'probe',
    },
  });
}
