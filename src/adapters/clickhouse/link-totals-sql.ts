import { insideArchive, isConversion, outsideArchive } from './narrowing.ts';

/**
 * The statement behind the totals of links: rows of what they say (`part`), the link, a currency,
 * and numbers. `isEvery` takes all links of the account, else those of `linkIds`.
 */
export function totalsOfLinks(isEvery: boolean): string {
  const links = isEvery ? '' : 'AND link_id IN {linkIds:Array(UUID)}';
  return [clicks(links), uniqueClicks(links), money(links)]
    .map((part) => `(${part})`)
    .join('\nUNION ALL\n');
}

/** Human clicks, then others. The projection `link_day` answers for what is not archived. */
function clicks(links: string): string {
  return `
    SELECT 'clicks' AS part, link_id AS link, '' AS code,
      [toInt64(sumIf(clicks, class = 'human')), toInt64(sumIf(clicks, class != 'human'))] AS numbers
    FROM (
      SELECT link_id, class, count() AS clicks
      FROM clicks WHERE user_id = {userId:UUID} ${links} AND ${outsideArchive('toDate(clicked_at)')}
      GROUP BY link_id, class
      UNION ALL
      SELECT link_id, class, sum(count) AS clicks
      FROM clicks_archive WHERE user_id = {userId:UUID} ${links} AND ${insideArchive}
      GROUP BY link_id, class
    )
    GROUP BY link`;
}

/** Exact for as long as the clicks themselves are kept; the archive knows no visitors. */
function uniqueClicks(links: string): string {
  return `
    SELECT 'unique' AS part, link_id AS link, '' AS code,
      [toInt64(uniqExact(visitor_id))] AS numbers
    FROM clicks WHERE user_id = {userId:UUID} ${links} AND class = 'human' AND visitor_id != 0
    GROUP BY link`;
}

function money(links: string): string {
  return `
    SELECT 'money' AS part, link_id AS link, toString(currency) AS code,
      [toInt64(countIf(${isConversion})), sum(value_cents), sum(profit_cents)] AS numbers
    FROM conversions FINAL WHERE user_id = {userId:UUID} ${links} AND NOT removed
    GROUP BY link, code`;
}
