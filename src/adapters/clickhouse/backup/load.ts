import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Bytes } from '#core/backup/backup-store';
import { countsOf, type EventTable, type Manifest, type StoredFile } from '#core/backup/manifest';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { ask, backedUp, daysOfClicks } from './tables.ts';

/** Whether none of the tables that a backup contains has a row; missing tables have none. */
export async function holdsNoEvents(client: ClickHouse): Promise<boolean> {
  const rows = await ask<{ table: string }>(
    client,
    `SELECT table FROM system.parts
     WHERE database = currentDatabase() AND active AND rows > 0
       AND table IN ('clicks', 'conversions', 'clicks_archive', 'archive_folds')`,
  );
  return rows.length === 0;
}

/** The names of the applied migrations; none when the database has none. */
export async function appliedFiles(client: ClickHouse): Promise<string[]> {
  const rows = await ask<{ file: string }>(
    client,
    'SELECT DISTINCT file FROM migrations ORDER BY file',
  );
  return rows.map(({ file }) => file);
}

/** Empties the tables and fills them from the backup. */
export async function loadEvents(
  client: ClickHouse,
  { events, get }: { events: Manifest['events']; get: (file: StoredFile) => Bytes },
): Promise<void> {
  for (const { table } of backedUp)
    await client.command({ query: `TRUNCATE TABLE IF EXISTS ${table}` });
  for (const table of events) {
    for (const { files } of table.pieces) {
      for (const file of files) await insert(client, table, await buffer(get(file)));
    }
  }
}

async function insert(
  client: ClickHouse,
  { table, columns }: EventTable,
  block: Uint8Array,
): Promise<void> {
  const { stream } = await client.exec({
    query: `INSERT INTO ${known(table)} (${columns.join(', ')}) FORMAT Native`,
    values: Readable.from([block], { objectMode: false }),
    clickhouse_settings: {
      async_insert: 0,
      // A new token each time: otherwise ClickHouse drops rows that it has stored before.
      insert_deduplicate: 1,
      insert_deduplication_token: crypto.randomUUID(),
      max_execution_time: 590,
      max_insert_block_size: '1048576',
    },
  });
  await buffer(stream);
}

function known(table: string): string {
  if (backedUp.some((one) => one.table === table)) return table;
  throw new Error(`the backup has a table ${table}, which this version does not know`);
}

/**
 * The current number of rows of each table, by its name, and the days whose clicks differ from the
 * manifest. The comparison notices other clicks, not only another number of them.
 */
export async function compareEvents(
  client: ClickHouse,
  manifest: Manifest,
): Promise<{ counts: Record<string, number>; differences: string[] }> {
  const counts: Record<string, number> = {};
  for (const { table, rows } of backedUp) {
    if (!(`clickhouse ${table}` in countsOf(manifest))) continue;
    const [row] = await ask<{ rows: string }>(
      client,
      `SELECT toString(count()) AS rows FROM (${rows})`,
    );
    counts[`clickhouse ${table}`] = Number(row?.rows);
  }
  const found = new Map((await daysOfClicks(client, null)).map((each) => [each.day, each]));
  const clicks = manifest.events.find(({ table }) => table === 'clicks');
  const differences = (clicks?.pieces ?? []).flatMap(({ key, rows, fingerprint }) => {
    const day = found.get(key);
    const sum = fingerprint?.split(':')[1];
    const isSame = (day?.rows ?? 0) === rows && (sum === undefined || sum === day?.sum);
    return isSame ? [] : [`the clicks of ${key} are not those of the backup`];
  });
  return { counts, differences };
}
