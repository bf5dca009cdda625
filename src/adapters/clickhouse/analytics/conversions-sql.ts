import type { ConversionPosition } from '#core/analytics/answer-conversions';
import type { Scope } from '#core/analytics/reading';
import type { LinkSet } from '#core/analytics/report/report-reading';
import type { Paging } from '#core/shared/page';
import { noClickId } from '#adapters/clickhouse/events/conversion-row';
import { inRange, isConversion, narrowedTo } from './narrowing.ts';
import { inLinkSet } from './link-set-sql.ts';

const listedColumns = `
  id, link_id, event_type, conversion_key, toString(version) AS version_text,
  toUnixTimestamp64Milli(converted_at) AS converted_ms, value_cents, profit_cents, currency,
  source, trust, order_id, toBool(click_id != toUUID('${noClickId}')) AS has_click, variant, country, device, referrer, metadata`;

/** One page of a range's conversions, newest first, in the direction of reading. */
export function pageOfConversions(scope: Scope, { from }: Paging<ConversionPosition>): string {
  const isBackward = from?.side === 'before';
  const order = isBackward ? 'ASC' : 'DESC';
  const position = `(fromUnixTimestamp64Milli({positionMs:Int64}, 'UTC'), {positionId:UUID})`;
  const beyond = from && `AND (converted_at, id) ${isBackward ? '>' : '<'} ${position}`;
  return `
    SELECT ${listedColumns} FROM conversions FINAL
    WHERE ${narrowedTo(scope)} AND NOT removed AND ${inRange('converted_at')} ${beyond ?? ''}
    ORDER BY converted_at ${order}, id ${order}
    LIMIT {rowLimit:UInt32}`;
}

/**
 * Rows of a link, a currency (empty for its clicks), and numbers. For money: conversions, revenue,
 * profit, revenue without refunds, its confirmed part, the count with refunds, and whether the link
 * is one of `tracking`. For clicks: the human ones. For the links of `tracking`: the human clicks of
 * all of them, in one row without a link.
 */
export function conversionNumbers(scope: Scope, tracking: LinkSet): string {
  return `
    SELECT 'money' AS part, link_id AS link, toString(currency) AS code,
      [toInt64(countIf(${isConversion})), sum(value_cents), sum(profit_cents),
        sumIf(value_cents, ${isConversion}),
        sumIf(value_cents, ${isConversion} AND trust = 'confirmed'),
        toInt64(count()), toInt64(${inLinkSet('link', tracking)})] AS numbers
    FROM conversions FINAL
    WHERE ${narrowedTo(scope)} AND NOT removed AND ${inRange('converted_at')}
    GROUP BY link, code
    UNION ALL
    SELECT 'clicks' AS part, link_id AS link, '' AS code, [toInt64(count())] AS numbers
    FROM clicks
    WHERE ${narrowedTo(scope)} AND class = 'human' AND ${inRange('clicked_at')}
      AND link_id IN (SELECT link_id FROM conversions WHERE ${narrowedTo(scope)})
    GROUP BY link
    UNION ALL
    SELECT 'tracking' AS part, toUUID('00000000-0000-0000-0000-000000000000') AS link, '' AS code,
      [toInt64(count())] AS numbers
    FROM clicks
    WHERE ${narrowedTo(scope)} AND class = 'human' AND ${inRange('clicked_at')}
      AND ${inLinkSet('link_id', tracking)}`;
}

/**
 * The current version of the conversion with this id. Instances that take reports of one conversion at
 * the same moment give each an id of its own: every one of them finds the conversion.
 */
export const conversionOfId = `
  SELECT ${listedColumns} FROM conversions FINAL
  WHERE user_id = {userId:UUID} AND NOT removed
    AND (link_id, event_type, conversion_key) IN (
      SELECT link_id, event_type, conversion_key FROM conversions
      WHERE user_id = {userId:UUID} AND id = {id:UUID})
  ORDER BY id = {id:UUID} DESC
  LIMIT 1`;

/**
 * Copies the current version with the edited columns. With `isMoving` it inserts two rows in one
 * block, and so in one part: the new version, and a removed one under the former event and key.
 */
export function revisionOfConversion(isMoving: boolean): string {
  return `
    INSERT INTO conversions
    SELECT * EXCEPT (is_left) REPLACE (
      {version:UInt64} AS version,
      is_left OR {isRemoved:Bool} AS removed,
      if(is_left, event_type, {eventType:String}) AS event_type,
      if(is_left, conversion_key, {key:String}) AS conversion_key,
      {valueCents:Int64} AS value_cents,
      {profitCents:Int64} AS profit_cents,
      {currency:String} AS currency,
      {batch:UUID} AS batch)
    FROM (
      SELECT * FROM conversions FINAL
      WHERE user_id = {userId:UUID} AND link_id = {linkId:UUID}
        AND event_type = {eventTypeBefore:String} AND conversion_key = {keyBefore:String}
    )
    ARRAY JOIN ${isMoving ? '[false, true]' : '[false]'} AS is_left`;
}
