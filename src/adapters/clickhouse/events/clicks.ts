import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { GiveWay } from '#core/clicks/enrich-batch';
import type { Batch, ClickStore } from '#core/clicks/store-batch';
import { clickBlock, clickColumns } from './click-block.ts';
import type { BinaryClickHouse, ClickHouse } from '#adapters/clickhouse/connect';
import { insertFailure } from './insert-failure.ts';
import { honoursTokens } from './token-probe.ts';

/**
 * Clicks in ClickHouse. A batch is one insert, one token, and the column `batch` of its rows. On a
 * server that ignores tokens, each batch is queried before it is sent.
 */
export function clickHouseClicks(
  clickHouse: BinaryClickHouse,
  { reportUntrusted, giveWay }: { reportUntrusted: () => void; giveWay: GiveWay },
): ClickStore {
  let trust: boolean | null = null;

  return {
    storedClicks: (batch) => storedClicks(clickHouse, batch),
    insert: async (batch, clicks) => {
      try {
        if (!(await trustsTokens()) && (await storedClicks(clickHouse, batch)).size > 0) {
          return { kind: 'doubtful', reason: 'the batch is there already' };
        }
        const block = await clickBlock(clicks, { batchId: batch.id, giveWay });
        await insert(clickHouse, batch, block);
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
  clickHouse: BinaryClickHouse,
  batch: Batch,
  block: Uint8Array,
): Promise<void> {
  const { stream } = await clickHouse.exec({
    query: `INSERT INTO clicks (${clickColumns.join(', ')}) FORMAT Native`,
    values: Readable.from([block], { objectMode: false }),
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: batch.id,
      // One block, so that there is one part and one token: all the rows or none.
      max_insert_block_size: '1048576',
      input_format_parallel_parsing: 0,
    },
  });
  // Frees the connection: an insert's answer is empty.
  await buffer(stream);
}
