import type { ClickHouse } from '#adapters/clickhouse/connect';

/** A table that a backup contains. */
export type BackedUp = {
  readonly table: string;
  /** `SELECT …` without its conditions. Expired addresses are left out. */
  readonly rows: string;
  /** An expression that divides the rows evenly between files. */
  readonly spread: string;
};

const addressDays = 30;

/** Addresses and user agents that the engine is about to remove by itself. */
function withoutOldAddresses(receivedAt: string): string {
  const isOld = `${receivedAt} < now() - INTERVAL ${addressDays} DAY`;
  return `REPLACE (if(${isOld}, '', ip_address) AS ip_address, if(${isOld}, '', user_agent) AS user_agent)`;
}

/**
 * Each table as queries read it: the last version of each key. Tables `analyst_…` are copies that
 * the application fills itself.
 */
export const backedUp: readonly BackedUp[] = [
  {
    table: 'clicks',
    rows: `SELECT * ${withoutOldAddresses('clicked_at')} FROM clicks`,
    spread: 'cityHash64(click_id)',
  },
  {
    table: 'conversions',
    rows: `SELECT * ${withoutOldAddresses('received_at')} FROM conversions FINAL`,
    spread: 'cityHash64(link_id, conversion_key)',
  },
  {
    table: 'clicks_archive',
    rows: 'SELECT * FROM clicks_archive',
    spread: 'cityHash64(link_id, day)',
  },
  {
    table: 'archive_folds',
    rows: 'SELECT * FROM archive_folds',
    spread: 'cityHash64(fold)',
  },
  {
    table: 'lasting_visitors',
    rows: 'SELECT * FROM lasting_visitors FINAL',
    spread: 'cityHash64(day)',
  },
];

/** The values of a query's rows. */
export async function ask<Row>(
  client: ClickHouse,
  query: string,
  query_params: Record<string, unknown> = {},
): Promise<readonly Row[]> {
  const answer = await client.query({
    query,
    query_params,
    format: 'JSONEachRow',
    clickhouse_settings: { max_execution_time: 590 },
  });
  return answer.json<Row>();
}

/** The columns that `SELECT *` returns and that an insert may name. */
export async function columnsOf(client: ClickHouse, table: string): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    client,
    `SELECT name FROM system.columns
     WHERE database = currentDatabase() AND table = {table:String}
       AND default_kind NOT IN ('ALIAS', 'MATERIALIZED', 'EPHEMERAL')
     ORDER BY position`,
    { table },
  );
  return rows.map(({ name }) => name);
}

/** The clicks of each UTC day: their number, and a checksum of their ids. */
export async function daysOfClicks(
  client: ClickHouse,
  month: string | null,
): Promise<readonly { readonly day: string; readonly rows: number; readonly sum: string }[]> {
  const days = await ask<{ day: string; rows: string; sum: string }>(
    client,
    `SELECT toString(toDate(toStartOfFifteenMinutes(clicked_at))) AS day,
       toString(count()) AS rows, toString(sum(cityHash64(click_id))) AS sum
     FROM clicks
     ${month === null ? '' : `WHERE toYYYYMM(toStartOfFifteenMinutes(clicked_at)) = {month:UInt32}`}
     GROUP BY day ORDER BY day`,
    month === null ? {} : { month: Number(month) },
  );
  return days.map(({ day, rows, sum }) => ({ day, rows: Number(rows), sum }));
}
