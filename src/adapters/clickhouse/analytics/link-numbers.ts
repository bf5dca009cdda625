import type { Reports } from '#core/analytics/ports';
import type { ClickPosition, RecentClick, VariantReading } from '#core/analytics/reading';
import { isBackward, type Paging } from '#core/shared/page';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { secondMs } from '#core/shared/time';
import { isConversion } from './scope-sql.ts';
import { reading } from './statement-limits.ts';
import { timeParams, within } from './times.ts';

/** The variants of a split test. */
export function clickhouseVariants(client: ClickHouse): Reports['variants'] {
  return async (test, period) => {
    const answer = await client.query({
      query: numbersOfVariants,
      query_params: { ...test, ...timeParams(new Map([['asked', period]])) },
      format: 'JSONCompactEachRow',
      ...reading(),
    });
    return variantsFrom(await answer.json<VariantRow>());
  };
}

const ofTheLink = 'user_id = {userId:UUID} AND link_id = {linkId:UUID}';

/** Rows of a variant (0: not assigned), a currency (empty for its clicks), and numbers. */
const numbersOfVariants = `
  SELECT 'clicks' AS part, variant AS place, '' AS code, [toInt64(count())] AS numbers
  FROM clicks
  WHERE ${ofTheLink} AND variant > 0 AND class = 'human' AND split_version = {version:UInt32}
    AND ${within('asked', 'clicked_at')}
  GROUP BY place
  UNION ALL
  SELECT 'money' AS part,
    if(split_version IN (0, {version:UInt32}), variant, 0) AS place, toString(currency) AS code,
    [toInt64(countIf(${isConversion})), sum(value_cents), sum(profit_cents)] AS numbers
  FROM conversions FINAL
  WHERE ${ofTheLink} AND NOT removed AND ${within('asked', 'converted_at')}
  GROUP BY place, code`;

type VariantRow = readonly ['clicks' | 'money', number, string, readonly number[]];

function variantsFrom(rows: readonly VariantRow[]): readonly VariantReading[] {
  return [...Map.groupBy(rows, ([, variant]) => variant)].map(([variant, ofIt]) => ({
    variant,
    clicks: ofIt.find(([part]) => part === 'clicks')?.[3][0] ?? 0,
    money: ofIt.filter(([part]) => part === 'money').map(moneyFrom),
  }));
}

function moneyFrom([, , currency, numbers]: VariantRow): VariantReading['money'][number] {
  const [conversions = 0, revenueCents = 0, profitCents = 0] = numbers;
  return { currency, conversions, revenueCents, profitCents };
}

/** The first event of an account or of some of its links. */
export function clickhouseFirstEvent(client: ClickHouse): Reports['firstEventMs'] {
  return async (userId, linkIds) => {
    const answer = await client.query({
      query: firstEvent(linkIds.length > 0),
      query_params: { userId, linkIds },
      format: 'JSONCompactEachRow',
      ...reading(),
    });
    const [row] = await answer.json<[number]>();
    return row === undefined || row[0] === 0 ? null : row[0] * secondMs;
  };
}

/**
 * In seconds, 0 without events. The projection `quarters` answers for a whole account; the beginning
 * of its quarter of an hour is on the same day in every zone.
 */
function firstEvent(isOfLinks: boolean): string {
  const owned = `user_id = {userId:UUID} ${isOfLinks ? 'AND link_id IN {linkIds:Array(UUID)}' : ''}`;
  return `
    SELECT min(at) FROM (
      SELECT toUnixTimestamp(min(toStartOfFifteenMinutes(clicked_at))) AS at
      FROM clicks WHERE ${owned}
      UNION ALL
      SELECT toUnixTimestamp(toDateTime(min(converted_at))) AS at
      FROM conversions WHERE ${owned} AND NOT removed)
    WHERE at > 0`;
}

/** The clicks of one link, in the direction of reading. */
export function clickhouseRecentClicks(client: ClickHouse): Reports['recentClicks'] {
  return async (userId, question) => {
    const { linkId, class: ofClass, limit, from } = question;
    const answer = await client.query({
      query: pageOfClicks(question),
      query_params: {
        userId,
        linkId,
        ofClass,
        rowLimit: limit,
        ...(from && { positionMs: from.position.atMs, positionId: from.position.clickId }),
      },
      format: 'JSONEachRow',
      ...reading(),
    });
    const rows = await answer.json<Row>();
    return rows.map(({ isFirst, ...click }) => ({ ...click, isUnique: isFirst === 1 }));
  };
}

type Row = Omit<RecentClick, 'isUnique'> & { readonly isFirst: 0 | 1 };

const ofLink = 'user_id = {userId:UUID} AND link_id = {linkId:UUID}';

/** The first clicks are found for the page's visitors alone. */
function pageOfClicks(paging: Paging<ClickPosition>): string {
  const [sign, direction] = isBackward(paging) ? ['>', 'ASC'] : ['<', 'DESC'];
  const position = `(fromUnixTimestamp64Milli({positionMs:Int64}, 'UTC'), {positionId:UUID})`;
  const page = `
    SELECT * FROM clicks
    WHERE ${ofLink} AND class = {ofClass:String}
      ${paging.from ? `AND clicked_at ${sign}= ${position}.1 AND (clicked_at, click_id) ${sign} ${position}` : ''}
    ORDER BY clicked_at ${direction}, click_id ${direction} LIMIT {rowLimit:UInt32}`;
  return `
    SELECT toString(p.click_id) AS clickId, toUnixTimestamp64Milli(p.clicked_at) AS atMs,
      toString(p.class) AS class, p.variant AS variant, p.country AS country, p.city AS city,
      p.device AS device, p.browser AS browser, p.os AS os, p.referrer AS referrer,
      p.channel AS channel, p.utm_source AS utmSource, p.utm_medium AS utmMedium,
      p.utm_campaign AS utmCampaign, p.utm_term AS utmTerm, p.utm_content AS utmContent,
      toString(p.entry) AS entry,
      toUInt8(p.class = 'human' AND p.visitor_id != 0 AND f.first_id = p.click_id) AS isFirst
    FROM (${page}) AS p
    LEFT ANY JOIN (
      SELECT visitor_id, argMin(click_id, (clicked_at, click_id)) AS first_id FROM clicks
      WHERE ${ofLink} AND class = 'human'
        AND visitor_id IN (SELECT visitor_id FROM (${page}) WHERE visitor_id != 0)
      GROUP BY visitor_id) AS f ON p.visitor_id = f.visitor_id
    ORDER BY p.clicked_at ${direction}, p.click_id ${direction}`;
}
