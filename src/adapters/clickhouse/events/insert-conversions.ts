import { Readable } from 'node:stream';
import type { Conversion } from '#core/conversions/conversion';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { conversionColumns, conversionRow } from './conversion-row.ts';

/**
 * Stores versions of conversions, all or none. `batch`, a UUID, is the rows' column `batch`. It may be
 * repeated: the same key and version is the same row. So each attempt has a token of its own: a token
 * may outlive its rows in a store that was killed or ran out of space, and without one ClickHouse
 * compares the rows with what it remembers (from 26 on although `insert_deduplicate` is 0).
 */
export async function insertConversions(
  clickHouse: ClickHouse,
  batch: string,
  conversions: readonly Conversion[],
): Promise<void> {
  const insert = { batch, atMs: Date.now() };
  const rows = conversions.map((conversion) => conversionRow(conversion, insert)).join('');
  await clickHouse.insert({
    table: 'conversions',
    columns: [...conversionColumns],
    values: Readable.from([rows], { objectMode: false }),
    format: 'TabSeparated',
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: crypto.randomUUID(),
      // One block, so that there is one part: all the rows or none.
      max_insert_block_size: '1048576',
      input_format_parallel_parsing: 0,
    },
  });
}
