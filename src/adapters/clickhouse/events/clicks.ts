import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { GiveWay } from '#core/clicks/enrich-batch';
import type { Batch, ClickStore } from '#core/clicks/store-batch';
import { clickBlock, clickColumns } from './click-block.ts';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { insertFailure } from './insert-failure.ts';
import { honoursTokens } from './token-probe.ts';

/**
 * The tokens of a batch, in the order of their use. A server that is killed, or whose disk is full,
 * may keep a token and lose its rows. It then treats every insert with that token as a repeat.
 */
const tokensOf = ({ id }: Batch) => [id, `${id} again`, `${id} a third time`];

/**
 * Clicks in ClickHouse. A batch is one insert, one token, and the column `batch` of its rows. On a
 * server that ignores tokens, each batch is queried before it is sent.
 */
export function clickHouseClicks(
  clickHouse: ClickHouse,
  { reportUntrusted, giveWay }: { reportUntrusted: () => void; giveWay: GiveWay },
): ClickStore {
  let trust: boolean | null = null;
  let hasOneCopy: boolean | null = null;

  return {
    storedClicks: (batch) => storedClicks(clickHouse, batch),
    insert: async (batch, clicks) => {
      try {
        if (!(await trustsTokens()) && (await storedClicks(clickHouse, batch)).size > 0) {
          return { kind: 'doubtful', reason: 'the batch is there already' };
        }
        const block = await clickBlock(clicks, { batchId: batch.id, giveWay });
        for (const token of tokensOf(batch)) {
          await insert(clickHouse, token, block);
          if (!(await hasLostRows(batch))) return { kind: 'stored' };
        }
        return { kind: 'doubtful', reason: 'the rows are not there after their insert' };
      } catch (error) {
        return insertFailure(error);
      }
    },
  };

  /**
   * Whether the store has none of the batch's rows after an insert. On a replicated table this is
   * not checked: other replicas may show the rows later, and such a table writes a token together
   * with its rows.
   */
  async function hasLostRows(batch: Batch): Promise<boolean> {
    if (!batch.mayBeStored) return false;
    hasOneCopy ??= (await engineOf(clickHouse)) === 'MergeTree';
    return hasOneCopy && (await storedClicks(clickHouse, batch)).size === 0;
  }

  async function trustsTokens(): Promise<boolean> {
    if (trust === null) {
      trust = await honoursTokens(clickHouse);
      if (!trust) reportUntrusted();
    }
    return trust;
  }
}

async function engineOf(clickHouse: ClickHouse): Promise<string | undefined> {
  const answer = await clickHouse.query({
    query: `
      SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = 'clicks'`,
    format: 'JSONEachRow',
  });
  const [table] = await answer.json<{ engine: string }>();
  return table?.engine;
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

async function insert(clickHouse: ClickHouse, token: string, block: Uint8Array): Promise<void> {
  const { stream } = await clickHouse.exec({
    query: `INSERT INTO clicks (${clickColumns.join(', ')}) FORMAT Native`,
    values: Readable.from([block], { objectMode: false }),
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: token,
      // One block, so that there is one part and one token: all the rows or none.
      max_insert_block_size: '1048576',
      input_format_parallel_parsing: 0,
    },
  });
  // Frees the connection: an insert's answer is empty.
  await buffer(stream);
}
