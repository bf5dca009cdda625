import { ClickHouseError } from '@clickhouse/client';
import { Readable } from 'node:stream';
import type { Click } from '#core/clicks/click';
import type { Batch, ClickStore, Insertion } from '#core/clicks/store-batch';
import { clickColumns, clickRow } from './click-row.ts';
import type { ClickHouse } from './connect.ts';
import { honoursTokens } from './token-probe.ts';

/**
 * Errors that the same rows meet again: they cannot be parsed, do not fit their column, or break a
 * constraint. https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp
 */
const rowErrors = new Set([
  ...['6', '25', '26', '27', '28', '33', '38', '41', '43', '53', '69', '70', '72', '117'],
  ...['131', '321', '349', '376', '441', '467', '469', '675', '676', '691'],
]);

/**
 * Clicks in ClickHouse. A batch is one insert, one token, and the column `batch` of its rows. On a
 * server that turns out to disregard tokens, each batch is asked for before it is sent.
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
        return failure(error);
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
      // One block, so that one part and one token: all the rows or none.
      max_insert_block_size: '1048576',
      input_format_parallel_parsing: 0,
    },
  });
}

/** The message of a refusal quotes the row, addresses included: only its kind is told on. */
function failure(error: unknown): Insertion {
  if (!(error instanceof ClickHouseError)) return { kind: 'doubtful', reason: String(error) };
  const reason = `ClickHouse ${error.code} (${error.type ?? 'unknown'})`;
  return { kind: rowErrors.has(error.code) ? 'refused' : 'doubtful', reason };
}
