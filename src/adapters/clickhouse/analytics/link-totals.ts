import type { TotalsOfLink } from '#core/links/link-totals';
import type { TotalSort } from '#contract/links';
import type { LinkPorts } from '#core/links/ports';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { addTotals, type TotalsRow } from './link-totals-rows.ts';
import { otherCurrencies, rankingOfLinks, totalsOfLinks } from './link-totals-sql.ts';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { reading } from './statement-limits.ts';

/** Above this limit a list is sent without its totals. */
const totalsSeconds = 5;

/** The totals of an account's links, all counted by one query. */
export function clickhouseLinkTotals(client: ClickHouse): LinkPorts['totals'] {
  return {
    async of(userId, linkIds) {
      if (linkIds.length === 0) return new Map();
      return unlessAway(() => read(client, userId, linkIds));
    },
    currenciesOf: async (userId) => (await unlessAway(() => currencies(client, userId))) ?? [],
    ranking: (userId, by) => unlessAway(() => ranking(client, userId, by)),
  };
}

/** ClickHouse's answer; null while it is away. */
async function unlessAway<T>(answer: () => Promise<T>): Promise<T | null> {
  try {
    return await answer();
  } catch (error) {
    if (isClickHouseOutage(error)) return null;
    throw error;
  }
}

async function currencies(client: ClickHouse, userId: string): Promise<string[]> {
  const answer = await client.query({
    query: otherCurrencies,
    query_params: { userId },
    format: 'JSONCompactEachRow',
    ...reading(totalsSeconds),
  });
  return (await answer.json<[string]>()).map(([currency]) => currency);
}

/** Processes the rows as they arrive: this thread also redirects. */
async function read(
  client: ClickHouse,
  userId: string,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, TotalsOfLink>> {
  const answer = await client.query({
    query: totalsOfLinks,
    query_params: { userId, linkIds },
    format: 'JSONCompactEachRow',
    ...reading(totalsSeconds),
  });
  const totals = new Map<string, TotalsOfLink>();
  for await (const rows of answer.stream<TotalsRow>()) {
    for (const row of rows) addTotals(totals, row.json());
  }
  return totals;
}

/** One line of two texts, which are not parsed here: this thread also redirects. */
async function ranking(client: ClickHouse, userId: string, by: TotalSort) {
  const answer = await client.query({
    query: rankingOfLinks(by),
    query_params: { userId },
    format: 'TabSeparated',
    ...reading(totalsSeconds),
  });
  const [linkIds = '', totals = ''] = (await answer.text()).trimEnd().split('\t');
  return { linkIds, totals };
}
