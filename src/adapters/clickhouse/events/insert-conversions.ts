import { Readable } from 'node:stream';
import type { Conversion } from '#core/conversions/conversion';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { conversionColumns, conversionRow } from './conversion-row.ts';

/**
 * Stores versions of conversions, all or none. `batch`, a UUID, is the rows' column `batch`. It may be
 * repeated: the same key and version is the same row. So there is no deduplication token, which may
 * outlive its rows in a store that was killed or ran out of space.
 */
export async function insertConversions(
  clickHouse: ClickHouse,
  batch: string,
  conversions: readonly Conversion[],
): Promise<void> {
  const rows = conversions.map((conversion) => conversionRow(conversion, batch)).join('');
  await clickHouse.insert({
    table: 'conversions',
    columns: [...conversionColumns],
    values: Readable.from([rows], { objectMode: false }),
    format: 'TabSeparated',
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplicate: 0,
      // One block, so that there is one part: all the rows or none.
      max_insert_block_size: '1048576',
      input_format_parallel_parsing: 0,
    },
  });
}
