import { nothingYet, type CurrencyTotals, type TotalsOfLink } from '#core/links/link-totals';
import type { TotalSort } from '#contract/links/links';
import type { LinkPorts } from '#core/links/ports';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { insideArchive, isConversion, outsideArchive } from './scope-sql.ts';
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

/** One row of the query in `link-totals-sql.ts`: part, link, currency, numbers. */
type TotalsRow = readonly [string, string, string, readonly number[]];

/** Adds one row to its link's totals. */
function addTotals(totals: Map<string, TotalsOfLink>, row: TotalsRow): void {
  const linkId = row[1];
  totals.set(linkId, { ...(totals.get(linkId) ?? nothingYet), ...saidBy(row, totals) });
}

function saidBy(
  [part, linkId, currency, [first = 0, second = 0, third = 0]]: TotalsRow,
  totals: ReadonlyMap<string, TotalsOfLink>,
): Partial<TotalsOfLink> {
  switch (part) {
    case 'clicks':
      return { clicks: first, botClicks: second, uniqueClicks: third };
    default: {
      const money = { currency, conversions: first, revenueCents: second, profitCents: third };
      return withMoney(totals.get(linkId) ?? nothingYet, money);
    }
  }
}

function withMoney(before: TotalsOfLink, money: CurrencyTotals): Partial<TotalsOfLink> {
  const conversions = before.conversions + money.conversions;
  if (money.currency === 'USD') {
    return { conversions, revenueCents: money.revenueCents, profitCents: money.profitCents };
  }
  const otherCurrencies = [...before.otherCurrencies, money].toSorted((left, right) =>
    left.currency < right.currency ? -1 : 1,
  );
  return { conversions, otherCurrencies };
}

const ofAccount = 'user_id = {userId:UUID}';
const ofLinks = `${ofAccount} AND link_id IN {linkIds:Array(UUID)}`;

/**
 * The query behind a ranking: one total of each counted link of the account, as a column of ids and
 * one of numbers, separated by commas.
 */
export function rankingOfLinks(by: TotalSort): string {
  return `
    SELECT arrayStringConcat(arrayMap(pair -> toString(pair.1), pairs), ','),
      arrayStringConcat(arrayMap(pair -> toString(pair.2), pairs), ',')
    FROM (SELECT groupArray((link, total)) AS pairs FROM (${totalOfEach(by)}) WHERE total != 0)`;
}

function totalOfEach(by: TotalSort): string {
  switch (by) {
    case 'totalClicks':
      return rankedByClicks;
    case 'totalConversions':
      return `SELECT link, sum(numbers[1]) AS total FROM (${money(ofAccount)}) GROUP BY link`;
    case 'totalProfit':
      return `SELECT link, numbers[3] AS total FROM (${money(ofAccount)}) WHERE code = 'USD'`;
  }
}

/** Human clicks. The projection `link_day` answers for months that are not archived. */
const rankedByClicks = `
  SELECT link_id AS link, sum(clicks) AS total
  FROM (
    SELECT link_id, count() AS clicks
    FROM clicks WHERE ${ofAccount} AND class = 'human' AND ${outsideArchive('toDate(clicked_at)')}
    GROUP BY link_id
    UNION ALL
    SELECT link_id, sum(count) AS clicks
    FROM clicks_archive WHERE ${ofAccount} AND class = 'human' AND ${insideArchive}
    GROUP BY link_id
  )
  GROUP BY link`;

/**
 * Human clicks, others, and the visitors, who are exact while the clicks themselves are kept: the
 * archive has none. Visitors need every single click, so the same pass also counts the clicks. Most
 * of the time of this statement is its planning, and another part that reads `clicks` would add a
 * quarter to it.
 */
const clicks = `
  SELECT 'clicks' AS part, link_id AS link, '' AS code,
    [toInt64(sum(humans)), toInt64(sum(others)), toInt64(sum(visitors))] AS numbers
  FROM (
    SELECT link_id, countIf(is_counted AND class = 'human') AS humans,
      countIf(is_counted AND class != 'human') AS others,
      uniqExactIf(visitor_id, class = 'human' AND visitor_id != 0) AS visitors
    FROM (
      SELECT link_id, class, visitor_id, ${outsideArchive('clicked_at')} AS is_counted
      FROM clicks WHERE ${ofLinks})
    GROUP BY link_id
    UNION ALL
    SELECT link_id, sumIf(count, class = 'human'), sumIf(count, class != 'human'), 0
    FROM clicks_archive WHERE ${ofLinks} AND ${insideArchive}
    GROUP BY link_id
  )
  GROUP BY link`;

const money = (narrowed: string) => `
  SELECT 'money' AS part, link_id AS link, toString(currency) AS code,
    [toInt64(countIf(${isConversion})), sum(value_cents), sum(profit_cents)] AS numbers
  FROM conversions FINAL WHERE ${narrowed} AND NOT removed
  GROUP BY link, code`;

/**
 * The query for the totals of an account's links with the ids `linkIds`: rows of the kind of number
 * (`part`), the link, a currency, and numbers.
 */
export const totalsOfLinks = `(${clicks}) UNION ALL (${money(ofLinks)})`;

/** The currencies of the account's conversions other than US dollars. */
const otherCurrencies = `
  SELECT DISTINCT toString(currency) AS code FROM conversions FINAL
  WHERE user_id = {userId:UUID} AND NOT removed AND code != 'USD'
  ORDER BY code`;
