import type { LimitedClicks, LimitedLink } from '#core/links/options/close-spent-links';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { reading } from './statement-limits.ts';

const countSeconds = 10;
/** The redirect thread writes the list of ids, so a long list is queried in parts. */
const linksAtOnce = 1000;

/** Clicks of links that expire by clicks. */
export function clickhouseLimitedClicks(client: ClickHouse): LimitedClicks {
  return {
    async countSince(userId, links) {
      const counts = new Map<string, number>();
      for (let from = 0; from < links.length; from += linksAtOnce) {
        const rows = await countSome(client, userId, links.slice(from, from + linksAtOnce));
        for (const [linkId, count] of rows) counts.set(linkId, Number(count));
      }
      return counts;
    },
  };
}

async function countSome(
  client: ClickHouse,
  userId: string,
  links: readonly LimitedLink[],
): Promise<[string, string | number][]> {
  const linkIds = links.map(({ linkId }) => linkId);
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
      linkIds,
      names: linkIds,
      since: links.map(({ since }) => since.getTime()),
    },
    format: 'JSONCompactEachRow',
    ...reading(countSeconds),
  });
  return answer.json();
}
