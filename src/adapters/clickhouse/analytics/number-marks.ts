import type { LiveUpdatesPorts } from '#core/notices/live-updates';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { querySettings } from './rows.ts';

/**
 * Marks of accounts that change with clicks of the last two hours and with new conversions. The
 * projection `user_hour` answers for the clicks, without reading those of other accounts.
 */
export function clickhouseNumberMarks(client: ClickHouse): LiveUpdatesPorts['numbers'] {
  return {
    async marks(userIds) {
      const answer = await client.query({
        query: `
          SELECT toString(user_id), concat(toString(sum(clicked)), ' ', toString(sum(converted)))
          FROM (
            SELECT user_id, count() AS clicked, 0 AS converted FROM clicks
            WHERE user_id IN {userIds:Array(UUID)} AND class = 'human'
              AND toStartOfHour(clicked_at) >= toStartOfHour(now('UTC') - INTERVAL 2 HOUR)
            GROUP BY user_id
            UNION ALL
            SELECT user_id, 0 AS clicked, count() AS converted FROM conversions
            WHERE user_id IN {userIds:Array(UUID)}
            GROUP BY user_id)
          GROUP BY user_id`,
        query_params: { userIds },
        format: 'JSONCompactEachRow',
        use_multipart_params_auto: true,
        clickhouse_settings: querySettings,
      });
      return new Map(await answer.json<[userId: string, mark: string]>());
    },
  };
}
