import type { ClickHouse } from '#adapters/clickhouse/connect';

/**
 * Notes that visitor ids of today and tomorrow (UTC) come from cookies, so that the same one may
 * come on several days: numbers of visitors are then never added up from days. Repeatable.
 */
export async function recordLastingVisitors(client: ClickHouse): Promise<void> {
  await client.command({
    query: `
      INSERT INTO lasting_visitors
      SELECT toDate(now('UTC')) + 1 AS tomorrow
      WHERE tomorrow > (SELECT max(day) FROM lasting_visitors)`,
  });
}
