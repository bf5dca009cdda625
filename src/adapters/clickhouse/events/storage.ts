import { z } from 'zod';
import type { ClickHouse } from '#adapters/clickhouse/connect';

/** How many rows of an account the event store holds. */
export type AccountRows = { readonly userId: string; readonly clicks: number };

const row = z.object({ user_id: z.string(), clicks: z.coerce.number() });
const settings = { max_execution_time: 5, log_comment: 'storage by account' };

/** The accounts with the most clicks, archived days not included; at most 20. */
export function clickhouseStorage(client: ClickHouse) {
  return async (): Promise<readonly AccountRows[]> => {
    const answer = await client.query({
      query: `SELECT user_id, count() AS clicks FROM clicks
        GROUP BY user_id ORDER BY clicks DESC, user_id LIMIT 20`,
      format: 'JSONEachRow',
      clickhouse_settings: settings,
    });
    const rows = z.array(row).parse(await answer.json());
    return rows.map(({ user_id: userId, clicks }) => ({ userId, clicks }));
  };
}
