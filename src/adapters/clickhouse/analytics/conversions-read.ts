import type { ConversionReading, LinkConversions, LinkSet, Scope } from '#core/analytics/reading';
import type { ConversionPosition } from '#core/conversions/conversion';
import type { Reports } from '#core/analytics/ports';
import { pageOfRows, type Paging } from '#core/shared/page';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { listedColumns, listedConversions } from './conversions.ts';
import { numberRows, numberAt, type NumberRow, moneyFrom } from './rows-of-numbers.ts';
import { inLinkSet, linkSetParams } from './query/link-sets.ts';
import { isConversion, passingClicks, passingConversions, scopeParams } from './scope-sql.ts';
import { timeParams, within } from './times.ts';

/** The conversions of a range. */
export function clickhouseConversionReading(client: ClickHouse): Reports['conversions'] {
  return async (scope, { period, paging, tracking }) => {
    const params = { ...scopeParams(scope), ...timeParams(new Map([['asked', period]])) };
    const { position } = paging.from ?? {};
    const [rows, numbers] = await Promise.all([
      listedConversions(client, pageOfConversions(scope, paging), {
        ...params,
        ...(position && { positionMs: position.atMs, positionId: position.id }),
        rowLimit: paging.limit + 1,
      }),
      numberRows(client, conversionNumbers(scope, tracking), {
        ...params,
        ...linkSetParams(tracking),
      }),
    ]);
    const page = pageOfRows(rows, paging, ({ convertedAtMs, id }) => ({ atMs: convertedAtMs, id }));
    return { page, ...readingFrom(numbers) };
  };
}

/** One page of a range's conversions, newest first, in the direction of reading. */
function pageOfConversions(scope: Scope, { from }: Paging<ConversionPosition>): string {
  const isBackward = from?.side === 'before';
  const order = isBackward ? 'ASC' : 'DESC';
  const position = `(fromUnixTimestamp64Milli({positionMs:Int64}, 'UTC'), {positionId:UUID})`;
  const beyond = from && `AND (converted_at, id) ${isBackward ? '>' : '<'} ${position}`;
  return `
    SELECT ${listedColumns} FROM conversions AS c FINAL
    WHERE ${passingConversions(scope)} AND NOT removed AND ${within('asked', 'converted_at')} ${beyond ?? ''}
    ORDER BY converted_at ${order}, id ${order}
    LIMIT {rowLimit:UInt32}`;
}

/**
 * Rows of a link, a currency (empty for its clicks), and numbers. For money: conversions, revenue,
 * profit, revenue without refunds, its confirmed part, the count with refunds, and whether the link
 * is one of `tracking`. For clicks: the human ones. For the links of `tracking`: the human clicks of
 * all of them, in one row without a link.
 */
function conversionNumbers(scope: Scope, tracking: LinkSet): string {
  const clicks = `${passingClicks(scope)} AND class = 'human' AND ${within('asked', 'clicked_at')}`;
  return `
    SELECT 'money' AS part, link_id AS link, toString(currency) AS code,
      [toInt64(countIf(${isConversion})), sum(value_cents), sum(profit_cents),
        sumIf(value_cents, ${isConversion}),
        sumIf(value_cents, ${isConversion} AND trust = 'confirmed'),
        toInt64(count()), toInt64(${inLinkSet('link', tracking)})] AS numbers
    FROM conversions AS c FINAL
    WHERE ${passingConversions(scope)} AND NOT removed AND ${within('asked', 'converted_at')}
    GROUP BY link, code
    UNION ALL
    SELECT 'clicks' AS part, link_id AS link, '' AS code, [toInt64(count())] AS numbers
    FROM clicks
    WHERE ${clicks}
      AND link_id IN (SELECT c.link_id FROM conversions AS c WHERE ${passingConversions(scope)})
    GROUP BY link
    UNION ALL
    SELECT 'tracking' AS part, toUUID('00000000-0000-0000-0000-000000000000') AS link, '' AS code,
      [toInt64(count())] AS numbers
    FROM clicks
    WHERE ${clicks} AND ${inLinkSet('link_id', tracking)}`;
}

/** Combines the rows of `conversionNumbers` by link. `name` is the link, `detail` the currency. */
function readingFrom(rows: readonly NumberRow[]): Omit<ConversionReading, 'page'> {
  const money = rows.filter(([part]) => part === 'money');
  const clicks = new Map(
    rows.flatMap(([part, linkId, , [count = 0]]) => (part === 'clicks' ? [[linkId, count]] : [])),
  );
  const dollars = money.filter(([, , currency]) => currency === 'USD');
  const links = Map.groupBy(money, ([, linkId]) => linkId);
  return {
    rows: sumAt(money, 5),
    links: [...links].map(([linkId, ofIt]): LinkConversions => ({
      linkId,
      isTracking: sumAt(ofIt, 6) > 0,
      clicks: clicks.get(linkId) ?? 0,
      money: ofIt.map(moneyFrom),
    })),
    trackingClicks: sumAt(
      rows.filter(([part]) => part === 'tracking'),
      0,
    ),
    reportedCents: sumAt(dollars, 3),
    confirmedCents: sumAt(dollars, 4),
  };
}

function sumAt(rows: readonly NumberRow[], index: number): number {
  return rows.reduce((sum, row) => sum + numberAt(row, index), 0);
}
