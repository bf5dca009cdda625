import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Put } from '#core/backup/backup-store';
import type { EventTable, Piece, StoredFile } from '#core/backup/manifest';
import { dayMs, utcDay } from '#core/shared/time';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { ask, backedUp, columnsOf, daysOfClicks, type BackedUp } from './tables.ts';

/** Rows of one file: with usual values, a result of about 50 MB. */
const rowsPerFile = 200_000;
/** A larger result is read again in more pieces: the embedded engine accepts inserts of 64 MB. */
const largestBytes = 60 * 1024 * 1024;
/** From this age in days on, no click has its address any more. */
const clearedAfterDays = 32;

type Dumping = {
  readonly client: ClickHouse;
  readonly put: Put;
  readonly nowMs: number;
};

/**
 * Copies the tables in ClickHouse's Native format. Clicks are copied by UTC day, and days that
 * have not changed since the `earlier` backup are not read again. A row that existed at the start
 * is in exactly one file; rows that arrive meanwhile may or may not be.
 */
export async function dumpEvents(
  dumping: Dumping,
  earlier: readonly EventTable[],
): Promise<EventTable[]> {
  const tables: EventTable[] = [];
  for (const source of backedUp) {
    const before = earlier.find(({ table }) => table === source.table);
    const columns = await columnsOf(dumping.client, source.table);
    // The database of an older Waypost does not have all of them.
    if (columns.length > 0) tables.push(await dumpTable(dumping, { source, columns }, before));
  }
  return tables;
}

async function dumpTable(
  dumping: Dumping,
  { source, columns }: { readonly source: BackedUp; readonly columns: string[] },
  earlier: EventTable | undefined,
): Promise<EventTable> {
  const { table } = source;
  const partitions = await partitionsOf(dumping.client, table);
  const before = earlier?.columns.join() === columns.join() ? earlier : undefined;
  const pieces =
    table === 'clicks'
      ? await dumpDays(dumping, { source, partitions, before })
      : await dumpWhole(dumping, { source, partitions, before });
  return { table, columns, pieces, partitions };
}

type Change = {
  readonly source: BackedUp;
  readonly partitions: Readonly<Record<string, string>>;
  readonly before: EventTable | undefined;
};

/** A table whose addresses expire is copied again every day. */
async function dumpWhole(
  dumping: Dumping,
  { source, partitions, before }: Change,
): Promise<Piece[]> {
  const fingerprint = digest([utcDay(dumping.nowMs), ...Object.entries(partitions).flat()]);
  const [known] = before?.pieces ?? [];
  if (known?.fingerprint === fingerprint) return [known];
  const [count] = await ask<{ rows: string }>(
    dumping.client,
    `SELECT toString(count()) AS rows FROM ${source.table}`,
  );
  const read = await dumpRows(dumping, source, { where: '1', rows: Number(count?.rows ?? 0) });
  const after = await partitionsOf(dumping.client, source.table);
  const isSame = digest(Object.entries(after).flat()) === digest(Object.entries(partitions).flat());
  return [{ key: 'all', ...read, fingerprint: isSame ? fingerprint : null }];
}

async function dumpDays(
  dumping: Dumping,
  { source, partitions, before }: Change,
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const [month, state] of Object.entries(partitions)) {
    const known = before?.partitions[month] === state ? knownDays(before, month) : null;
    const days = known ?? (await daysOfClicks(dumping.client, month));
    for (const { day, rows, sum } of days) {
      const fingerprint = [rows, sum, isCleared(day, dumping.nowMs)].join(':');
      const piece = before?.pieces.find(({ key }) => key === day);
      if (piece?.fingerprint === fingerprint) pieces.push(piece);
      else {
        const read = await dumpRows(dumping, source, {
          where: `toDate(clicked_at) = '${day}'`,
          rows,
        });
        pieces.push({ key: day, ...read, fingerprint: read.rows === rows ? fingerprint : null });
      }
    }
  }
  return pieces;
}

/**
 * The days of a month that has not changed, from the earlier backup's fingerprints; null when one
 * has none.
 */
function knownDays({ pieces }: EventTable, month: string) {
  const days = pieces.filter(({ key }) => key.replaceAll('-', '').startsWith(month));
  if (days.some(({ fingerprint }) => fingerprint === null)) return null;
  return days.map(({ key, rows, fingerprint }) => ({
    day: key,
    rows,
    sum: fingerprint?.split(':')[1] ?? '',
  }));
}

function isCleared(day: string, nowMs: number): boolean {
  return Date.parse(day) <= nowMs - clearedAfterDays * dayMs;
}

type Reading = { readonly where: string; readonly rows: number };

async function dumpRows(
  { client, put }: Dumping,
  { rows: select, spread }: BackedUp,
  { where, rows }: Reading,
): Promise<{ rows: number; files: StoredFile[] }> {
  for (let parts = Math.max(1, Math.ceil(rows / rowsPerFile)); ; parts *= 2) {
    const files: StoredFile[] = [];
    let read = 0;
    let isTooLarge = false;
    for (let part = 0; part < parts && !isTooLarge; part += 1) {
      const only = parts === 1 ? '' : `AND ${spread} % ${parts} = ${part}`;
      const block = await nativeRows(client, `${select} WHERE ${where} ${only}`);
      isTooLarge = block.bytes.length > largestBytes && parts < rows;
      if (isTooLarge || block.rows === 0) continue;
      read += block.rows;
      files.push(await put(once(block.bytes)));
    }
    if (!isTooLarge) return { rows: read, files };
  }
}

async function nativeRows(
  client: ClickHouse,
  select: string,
): Promise<{ rows: number; bytes: Uint8Array }> {
  const { stream, summary } = await client.exec({
    query: `${select} FORMAT Native`,
    clickhouse_settings: {
      // The response begins when the result is complete, so that an error does not look like a
      // short file.
      wait_end_of_query: 1,
      max_result_bytes: '0',
      max_result_rows: '0',
      max_execution_time: 590,
    },
  });
  const bytes = await buffer(stream);
  return { rows: Number(summary?.result_rows ?? Number.NaN), bytes };
}

/** The state of each partition with rows: the names, rows and checksums of its parts. */
async function partitionsOf(client: ClickHouse, table: string): Promise<Record<string, string>> {
  const parts = await ask<{ partition: string; part: string }>(
    client,
    `SELECT partition, concat(name, ' ', toString(rows), ' ', hash_of_all_files) AS part
     FROM system.parts
     WHERE database = currentDatabase() AND table = {table:String} AND active
     ORDER BY partition, name`,
    { table },
  );
  const lists = Map.groupBy(parts, ({ partition }) => partition);
  return Object.fromEntries(
    [...lists].map(([name, list]) => [name, digest(list.map(({ part }) => part))]),
  );
}

function digest(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
