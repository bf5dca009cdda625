import type { PassedLink } from '#core/notices/notify-of-milestones';
import type { ClickMilestones } from '#core/notices/ports';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { insideArchive, outsideArchive } from './scope-sql.ts';
import { countRows, querySettings } from './rows.ts';

/** The links of all accounts that have recently passed a number of clicks. */
export function clickhouseMilestones(client: ClickHouse): ClickMilestones {
  return {
    rows: () => countRows(client, 'clicks'),

    async passed({ sinceMs, sinceDay, milestones, after, limit }) {
      const answer = await client.query({
        query: passedLinks,
        query_params: { sinceMs, sinceDay, milestones, after, limit },
        format: 'JSONEachRow',
        clickhouse_settings: querySettings,
      });
      return answer.json<PassedLink>();
    },
  };
}

/** For links with recent clicks: their clicks before the range, and their total. */
const passedLinks = `
  WITH active AS (
    SELECT user_id, link_id FROM clicks
    WHERE class = 'human'
      AND toDate(clicked_at) >= toDate(fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC'))
      AND clicked_at >= fromUnixTimestamp64Milli({sinceMs:Int64})
    GROUP BY user_id, link_id)
  SELECT toString(user_id) AS userId, toString(link_id) AS linkId,
    sumIf(counted, day < {sinceDay:Date}) AS clicksBefore, sum(counted) AS clicks
  FROM (
    SELECT user_id, link_id, toDate(clicked_at) AS day, count() AS counted FROM clicks
    WHERE (user_id, link_id) IN (SELECT user_id, link_id FROM active)
      AND class = 'human' AND ${outsideArchive('toDate(clicked_at)')}
    GROUP BY user_id, link_id, toDate(clicked_at)
    UNION ALL
    SELECT user_id, link_id, day, sum(count) AS counted FROM clicks_archive
    WHERE (user_id, link_id) IN (SELECT user_id, link_id FROM active)
      AND class = 'human' AND ${insideArchive}
    GROUP BY user_id, link_id, day)
  GROUP BY user_id, link_id
  HAVING link_id > {after:UUID}
    AND arrayExists(milestone -> clicksBefore < milestone AND milestone <= clicks, {milestones:Array(UInt64)})
  ORDER BY link_id LIMIT {limit:UInt32}`;
