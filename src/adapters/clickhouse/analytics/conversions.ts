import { randomUUID } from 'node:crypto';
import type { Conversion, ListedConversion, NamedClick } from '#core/conversions/conversion';
import type { OwnConversions, Revision, WantedConversions } from '#core/conversions/ports';
import { isBackward, pageOfRows } from '#core/shared/page';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { noClickId } from '#adapters/clickhouse/events/conversion-row';
import { limited, reading } from './statement-limits.ts';

/** Single conversions as their owner changes them. */
export function clickhouseConversions(client: ClickHouse): OwnConversions {
  return {
    async page(userId, wanted) {
      const {
        fromMs,
        toMs,
        eventTypes,
        sources,
        trusts,
        linkIds,
        erasedLinkIds,
        from,
        updatedSinceMs,
      } = wanted;
      const rows = await listedConversions(client, pageOfConversions(wanted), {
        userId,
        fromMs: fromMs ?? 0,
        toMs: toMs ?? 0,
        updatedSinceMs: updatedSinceMs ?? 0,
        eventTypes,
        sources,
        trusts,
        linkIds,
        erasedLinkIds,
        ...(from && { positionMs: from.position.atMs, positionId: from.position.id }),
        rowLimit: wanted.limit + 1,
      });
      return pageOfRows(rows, wanted, ({ convertedAtMs, updatedAtMs, id }) => ({
        atMs: wanted.sort === 'updatedAt' ? updatedAtMs : convertedAtMs,
        id,
      }));
    },

    async find(userId, id) {
      const [found] = await listedConversions(client, conversionOfId, { userId, id });
      return found ?? null;
    },

    async ofOrder(userId, linkId, orderId) {
      const params = { userId, linkId, orderId };
      const [found] = await listedConversions(client, conversionOfOrder, params);
      return found ?? null;
    },

    async clickOf(userId, { linkId, eventType, key }) {
      const answer = await client.query({
        query: clickOfConversion,
        query_params: { userId, linkId, eventType, key },
        format: 'JSONEachRow',
        ...reading(),
      });
      const [found] = await answer.json<NamedClick>();
      return found ?? null;
    },

    revise: (userId, revision) => revise(client, userId, revision),
  };
}

export const listedColumns = `
  id, link_id, event_type, conversion_key, toString(version) AS version_text,
  removed, toUnixTimestamp64Milli(converted_at) AS converted_ms,
  toUnixTimestamp64Milli(updated_at) AS updated_ms, value_cents, profit_cents, currency,
  source, trust, order_id, toBool(click_id != toUUID('${noClickId}')) AS has_click, variant, country, device, referrer, metadata`;

/** The conversions that a query of `listedColumns` finds. */
export async function listedConversions(
  client: ClickHouse,
  query: string,
  query_params: Readonly<Record<string, unknown>>,
): Promise<ListedConversion[]> {
  const format = 'JSONEachRow';
  const answer = await client.query({ query, query_params, format, ...reading() });
  return (await answer.json<ListedRow>()).map(listedFrom);
}

/** A row of the queries that list conversions. */
export type ListedRow = {
  readonly id: string;
  readonly link_id: string;
  readonly event_type: Conversion['eventType'];
  readonly conversion_key: string;
  /** 64 bits, more than a JSON number can hold. */
  readonly version_text: string;
  readonly removed: boolean;
  readonly converted_ms: number;
  readonly updated_ms: number;
  readonly value_cents: number;
  readonly profit_cents: number;
  readonly currency: Conversion['currency'];
  readonly source: Conversion['source'];
  readonly trust: Conversion['trust'];
  readonly order_id: string;
  readonly has_click: boolean;
  readonly variant: number;
  readonly country: string;
  readonly device: Conversion['device'];
  readonly referrer: string;
  readonly metadata: string;
};

export function listedFrom(row: ListedRow): ListedConversion {
  return {
    id: row.id,
    linkId: row.link_id,
    eventType: row.event_type,
    key: row.conversion_key,
    version: BigInt(row.version_text),
    isRemoved: row.removed,
    convertedAtMs: row.converted_ms,
    updatedAtMs: row.updated_ms,
    valueCents: row.value_cents,
    profitCents: row.profit_cents,
    currency: row.currency,
    source: row.source,
    trust: row.trust,
    orderId: row.order_id,
    hasClick: row.has_click,
    variant: row.variant,
    country: row.country,
    device: row.device,
    referrer: row.referrer,
    metadata: row.metadata,
  };
}

const time = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;

/**
 * Among the rows of the conditions: present conversions, and those that are removed. An edit of the event also leaves a
 * removed row, with the id of the present one: such a conversion is removed only for conditions that the present row
 * does not meet.
 */
export function isNotMoved(conditions: string): string {
  return `(NOT removed OR id NOT IN (
    SELECT id FROM conversions FINAL WHERE ${conditions} AND NOT removed))`;
}

/** One page, in the direction of reading. */
function pageOfConversions(wanted: WantedConversions): string {
  const isDescending = (wanted.order === 'desc') !== isBackward(wanted);
  const direction = isDescending ? 'DESC' : 'ASC';
  const sign = isDescending ? '<' : '>';
  const sorted = wanted.sort === 'updatedAt' ? 'updated_at' : 'converted_at';
  const conditions = [
    'user_id = {userId:UUID}',
    'link_id NOT IN {erasedLinkIds:Array(UUID)}',
    ...(wanted.fromMs === null ? [] : [`converted_at >= ${time('fromMs')}`]),
    ...(wanted.toMs === null ? [] : [`converted_at < ${time('toMs')}`]),
    ...(wanted.eventTypes.length === 0 ? [] : ['event_type IN {eventTypes:Array(String)}']),
    ...(wanted.sources.length === 0 ? [] : ['source IN {sources:Array(String)}']),
    ...(wanted.trusts.length === 0 ? [] : ['trust IN {trusts:Array(String)}']),
    ...(wanted.linkIds.length === 0 ? [] : ['link_id IN {linkIds:Array(UUID)}']),
    ...(wanted.updatedSinceMs === null ? [] : [`updated_at >= ${time('updatedSinceMs')}`]),
  ].join(' AND ');
  const beyond = wanted.from
    ? `AND (${sorted}, id) ${sign} (${time('positionMs')}, {positionId:UUID})`
    : '';
  return `
    SELECT ${listedColumns} FROM conversions FINAL
    WHERE ${conditions} ${beyond} AND ${wanted.updatedSinceMs === null ? 'NOT removed' : isNotMoved(conditions)}
    ORDER BY ${sorted} ${direction}, id ${direction}
    LIMIT {rowLimit:UInt32}`;
}

/**
 * The current version of the conversion with this id. When several instances record reports of one
 * conversion at the same moment, each report gets its own id. Each of these ids finds the
 * conversion.
 */
const conversionOfId = `
  SELECT ${listedColumns} FROM conversions FINAL
  WHERE user_id = {userId:UUID} AND NOT removed
    AND (link_id, event_type, conversion_key) IN (
      SELECT link_id, event_type, conversion_key FROM conversions
      WHERE user_id = {userId:UUID} AND id = {id:UUID})
  ORDER BY id = {id:UUID} DESC
  LIMIT 1`;

const conversionOfOrder = `
  SELECT ${listedColumns} FROM conversions FINAL
  WHERE user_id = {userId:UUID} AND link_id = {linkId:UUID} AND order_id = {orderId:String}
    AND NOT removed AND NOT startsWith(conversion_key, 'r:')
  ORDER BY event_type = 'sale' DESC, converted_at DESC
  LIMIT 1`;

const clickOfConversion = `
  SELECT toString(click_id) AS clickId, variant FROM conversions FINAL
  WHERE user_id = {userId:UUID} AND link_id = {linkId:UUID} AND event_type = {eventType:String}
    AND conversion_key = {key:String} AND click_id != toUUID('${noClickId}')`;

/**
 * Copies the current version with the edited columns. With `isMoving` it inserts two rows in one
 * block, and so in one part: the new version, and a removed one under the former event and key.
 */
function revisionOfConversion(isMoving: boolean): string {
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
      {batch:UUID} AS batch,
      ${time('updatedAtMs')} AS updated_at)
    FROM (
      SELECT * FROM conversions FINAL
      WHERE user_id = {userId:UUID} AND link_id = {linkId:UUID}
        AND event_type = {eventTypeBefore:String} AND conversion_key = {keyBefore:String}
    )
    ARRAY JOIN ${isMoving ? '[false, true]' : '[false]'} AS is_left`;
}

/**
 * When the answer is lost, the result is unknown; the caller may repeat the insert without a
 * further effect.
 */
async function revise(
  client: ClickHouse,
  userId: string,
  { before, after }: Revision,
): Promise<void> {
  const batch = randomUUID();
  const { clickhouse_settings, abort_signal } = limited();
  await client.command({
    query: revisionOfConversion(before.key !== after.key || before.eventType !== after.eventType),
    query_params: {
      userId,
      linkId: before.linkId,
      eventTypeBefore: before.eventType,
      keyBefore: before.key,
      version: String(after.version),
      isRemoved: after.isRemoved,
      eventType: after.eventType,
      key: after.key,
      valueCents: after.valueCents,
      profitCents: after.profitCents,
      currency: after.currency,
      updatedAtMs: after.updatedAtMs,
      batch,
    },
    clickhouse_settings: {
      ...clickhouse_settings,
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: batch,
    },
    abort_signal,
  });
}
