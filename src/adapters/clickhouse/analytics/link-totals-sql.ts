import type { TotalSort } from '#core/links/page-links';
import { insideArchive, isConversion, outsideArchive } from './narrowing.ts';

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
      return `SELECT link, numbers[1] AS total FROM (${clicks(ofAccount)})`;
    case 'totalConversions':
      return `SELECT link, sum(numbers[1]) AS total FROM (${money(ofAccount)}) GROUP BY link`;
    case 'totalProfit':
      return `SELECT link, numbers[3] AS total FROM (${money(ofAccount)}) WHERE code = 'USD'`;
  }
}

/**
 * Human clicks, then others. The projection `link_day` answers for months that are not archived.
 */
const clicks = (narrowed: string) => `
  SELECT 'clicks' AS part, link_id AS link, '' AS code,
    [toInt64(sumIf(clicks, class = 'human')), toInt64(sumIf(clicks, class != 'human'))] AS numbers
  FROM (
    SELECT link_id, class, count() AS clicks
    FROM clicks WHERE ${narrowed} AND ${outsideArchive('toDate(clicked_at)')}
    GROUP BY link_id, class
    UNION ALL
    SELECT link_id, class, sum(count) AS clicks
    FROM clicks_archive WHERE ${narrowed} AND ${insideArchive}
    GROUP BY link_id, class
  )
  GROUP BY link`;

/** Exact while the clicks themselves are kept; the archive has no visitors. */
const uniqueClicks = (narrowed: string) => `
  SELECT 'unique' AS part, link_id AS link, '' AS code,
    [toInt64(uniqExact(visitor_id))] AS numbers
  FROM clicks WHERE ${narrowed} AND class = 'human' AND visitor_id != 0
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
export const totalsOfLinks = [clicks, uniqueClicks, money]
  .map((part) => `(${part(ofLinks)})`)
  .join('\nUNION ALL\n');

/** The currencies of the account's conversions other than US dollars. */
export const otherCurrencies = `
  SELECT DISTINCT toString(currency) AS code FROM conversions FINAL
  WHERE user_id = {userId:UUID} AND NOT removed AND code != 'USD'
  ORDER BY code`;
