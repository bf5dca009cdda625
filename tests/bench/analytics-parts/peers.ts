import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import postgres from 'postgres';
import { testDatabase } from '#tests/support/databases/postgres';
import { userId } from './fill.ts';

/** Stores the rows in Postgres, as similar products store clicks. */
export async function postgresPeer(client: ClickHouseClient, nowMs: number) {
  const database = await testDatabase();
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  await sql.unsafe(tableSql);
  await copy(client, sql);
  await sql.unsafe(indexSql);
  await sql.unsafe('VACUUM ANALYZE clicks');
  const [size] = await sql<{ bytes: number }[]>`
    SELECT (pg_total_relation_size('clicks') / (SELECT count(*) FROM clicks))::int AS bytes`;
  const since = new Date(nowMs - 90 * 24 * 3_600_000).toISOString();
  return {
    bytesPerClick: size?.bytes ?? 0,
    /** The numbers of a 90-day screen, one statement after the other. */
    ask: async () => {
      for (const query of queries) await sql.unsafe(query, [userId, since]);
    },
    stop: async () => {
      await sql.end();
      await database.drop();
    },
  };
}

const columns =
  'user_id, link_id, clicked_at, click_id, class, visitor_id, country, city, device, browser, os, referrer, utm_source, utm_medium, utm_campaign';

const tableSql = `
  CREATE UNLOGGED TABLE clicks (
    user_id uuid, link_id uuid, clicked_at timestamptz, click_id uuid, class text,
    visitor_id numeric, country text, city text, device text, browser text, os text, referrer text,
    utm_source text, utm_medium text, utm_campaign text)`;

const indexSql = `
  CREATE INDEX ON clicks (user_id, clicked_at)
    INCLUDE (class, visitor_id, country, city, device, browser, os, referrer);
  CREATE INDEX ON clicks (user_id, link_id, clicked_at)`;

/** Day by day: an answer of the embedded engine has a limit. */
async function copy(client: ClickHouseClient, sql: postgres.Sql): Promise<void> {
  const found = await client.query({
    query: 'SELECT DISTINCT toString(toDate(clicked_at)) FROM clicks',
    format: 'JSONCompactEachRow',
  });
  for (const [day] of await found.json<[string]>()) {
    const answer = await client.query({
      query: `SELECT ${columns} FROM clicks WHERE toDate(clicked_at) = {day:Date}`,
      query_params: { day },
      format: 'TabSeparated',
    });
    await pipeline(
      Readable.from([await answer.text()]),
      await sql`COPY clicks FROM STDIN`.writable(),
    );
  }
}

const ofRange = `FROM clicks WHERE user_id = $1 AND clicked_at >= $2`;
const queries = [
  `SELECT date_trunc('day', clicked_at), class, count(*) ${ofRange} GROUP BY 1, 2`,
  `SELECT count(DISTINCT visitor_id) ${ofRange} AND class = 'human'`,
  ...['referrer', 'device', 'country', 'city, country', 'browser', 'os'].map(
    (column) =>
      `SELECT ${column}, count(*) ${ofRange} AND class = 'human' GROUP BY ${column}
       ORDER BY 2 DESC LIMIT 10`,
  ),
];
