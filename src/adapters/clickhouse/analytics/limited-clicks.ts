import type { CloseSpentLinksPorts } from '#core/links/options/close-spent-links';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { reading } from './statement-limits.ts';

const countSeconds = 10;

/** Clicks of links that expire by clicks. */
export function clickhouseLimitedClicks(client: ClickHouse): CloseSpentLinksPorts['clicks'] {
  return {
    async countSince(userId, links) {
      const answer = await client.query({
        query: `
          SELECT toString(link_id), count()
          FROM clicks
          WHERE user_id = {userId:UUID} AND link_id IN {linkIds:Array(UUID)} AND class = 'human'
            AND toUnixTimestamp64Milli(clicked_at)
              >= transform(toString(link_id), {names:Array(String)}, {since:Array(Int64)}, 0)
          GROUP BY link_id`,
        query_params: {
          userId,
          linkIds: links.map(({ linkId }) => linkId),
          names: links.map(({ linkId }) => linkId),
          since: links.map(({ since }) => since.getTime()),
        },
        format: 'JSONCompactEachRow',
        ...reading(countSeconds),
      });
      const rows = await answer.json<[string, string | number]>();
      return new Map(rows.map(([linkId, count]) => [linkId, Number(count)]));
    },
  };
}
