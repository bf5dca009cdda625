import type { LinkTotals, TotalsOfLink } from '#core/links/link-totals';
import type { ClickHouse } from './connect.ts';
import { addTotals, type TotalsRow } from './link-totals-rows.ts';
import { otherCurrencies, totalsOfLinks } from './link-totals-sql.ts';
import { isClickHouseOutage } from './outage.ts';
import { readOnly } from './read-only.ts';

/** A list comes without its totals rather than late. */
const patienceSeconds = 5;

/** The totals of an account's links, all parts of them counted by one statement. */
export function clickhouseLinkTotals(client: ClickHouse): LinkTotals {
  return {
    async of(userId, linkIds) {
      if (linkIds.length === 0) return new Map();
      try {
        return await read(client, userId, linkIds);
      } catch (error) {
        if (isClickHouseOutage(error)) return null;
        throw error;
      }
    },

    async currenciesOf(userId) {
      try {
        const answer = await client.query({
          query: otherCurrencies,
          query_params: { userId },
          format: 'JSONCompactEachRow',
          ...patience(),
        });
        return (await answer.json<[string]>()).map(([currency]) => currency);
      } catch (error) {
        if (isClickHouseOutage(error)) return [];
        throw error;
      }
    },
  };
}

/** The rows are taken in as they arrive: this thread also redirects. */
async function read(
  client: ClickHouse,
  userId: string,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, TotalsOfLink>> {
  const answer = await client.query({
    query: totalsOfLinks,
    query_params: { userId, linkIds },
    format: 'JSONCompactEachRow',
    use_multipart_params_auto: true,
    ...patience(),
  });
  const totals = new Map<string, TotalsOfLink>();
  for await (const rows of answer.stream<TotalsRow>()) {
    for (const row of rows) addTotals(totals, row.json());
  }
  return totals;
}

function patience() {
  return {
    clickhouse_settings: {
      ...readOnly,
      max_execution_time: patienceSeconds,
      output_format_json_quote_64bit_integers: 0,
    },
    abort_signal: AbortSignal.timeout((patienceSeconds + 1) * 1000),
  } as const;
}
