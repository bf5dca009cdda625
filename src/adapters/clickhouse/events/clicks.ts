import { Readable } from 'node:stream';
import type { Click } from '#core/clicks/click';
import type { Batch, ClickStore } from '#core/clicks/store-batch';
import { clickColumns, clickRow } from './click-row.ts';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { insertFailure } from './insert-failure.ts';
import { honoursTokens } from './token-probe.ts';

/**
 * Clicks in ClickHouse. A batch is one insert, one token, and the column `batch` of its rows. On a
 * server that ignores tokens, each batch is queried before it is sent.
 */
export function clickHouseClicks(clickHouse: ClickHouse, reportUntrusted: () => void): ClickStore {
  let trust: boolean | null = null;

  return {
    storedClicks: (batch) => storedClicks(clickHouse, batch),
    insert: async (batch, clicks) => {
      try {
        if (!(await trustsTokens()) && (await storedClicks(clickHouse, batch)).size > 0) {
          return { kind: 'doubtful', reason: 'the batch is there already' };
        }
        await insert(clickHouse, batch, clicks);
        return { kind: 'stored' };
      } catch (error) {
        return insertFailure(error);
      }
    },
  };

  async function trustsTokens(): Promise<boolean> {
    if (trust === null) {
      trust = await honoursTokens(clickHouse);
      if (!trust) reportUntrusted();
    }
    return trust;
  }
}

async function storedClicks(clickHouse: ClickHouse, batch: Batch): Promise<ReadonlySet<string>> {
  const answer = await clickHouse.query({
    query: `
      SELECT toString(click_id) AS id FROM clicks
      WHERE batch = {batch:UUID} AND toDate(clicked_at) = {day:Date}`,
    query_params: { batch: batch.id, day: batch.day },
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ id: string }>();
  return new Set(rows.map(({ id }) => id));
}

async function insert(
  clickHouse: ClickHouse,
  batch: Batch,
  clicks: readonly Click[],
): Promise<void> {
  const rows = clicks.map((click) => clickRow(click, batch.id)).join('');
  await clickHouse.insert({
    table: 'clicks',
    columns: [...clickColumns],
    values: Readable.from([rows], { objectMode: false }),
    format: 'TabSeparated',
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: batch.id,
      // One block, so that there is one part and one token: all the rows or none.
      max_insert_block_size: '1048576',
      input_format_parallel_parsing: 0,
    },
  });
}
