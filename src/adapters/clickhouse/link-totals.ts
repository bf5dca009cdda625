import type { LinkTotals } from '#core/links/link-totals';
import type { ClickHouse } from './connect.ts';
import { totalsFrom, type TotalsRow } from './link-totals-rows.ts';
import { totalsOfLinks } from './link-totals-sql.ts';
import { isClickHouseOutage } from './outage.ts';
import { readOnly } from './read-only.ts';

/** A list comes without its totals rather than late. */
const patienceSeconds = 5;

/** The totals of an account's links, all parts of them counted by one statement. */
export function clickhouseLinkTotals(client: ClickHouse): LinkTotals {
  return {
    async of(userId, links) {
      if (links.length === 0) return new Map();
      try {
        return totalsFrom(await rows(client, userId, links));
      } catch (error) {
        if (isClickHouseOutage(error)) return null;
        throw error;
      }
    },
  };
}

async function rows(client: ClickHouse, userId: string, links: readonly string[] | 'all') {
  const isEvery = links === 'all';
  const answer = await client.query({
    query: totalsOfLinks(isEvery),
    query_params: { userId, ...(isEvery ? {} : { linkIds: links }) },
    format: 'JSONCompactEachRow',
    use_multipart_params_auto: true,
    clickhouse_settings: {
      ...readOnly,
      max_execution_time: patienceSeconds,
      output_format_json_quote_64bit_integers: 0,
    },
    abort_signal: AbortSignal.timeout((patienceSeconds + 1) * 1000),
  });
  return answer.json<TotalsRow>();
}
