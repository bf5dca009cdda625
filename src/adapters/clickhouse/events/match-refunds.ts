import type { Refunds } from '#core/conversions/match-refunds';
import { countRows } from '#adapters/clickhouse/analytics/rows';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickColumns, noClickId } from './conversion-row.ts';

/** Gives refunds the clicks of their sales, by one statement in the store. */
export function clickhouseRefunds(clickHouse: ClickHouse): Refunds {
  return {
    rows: () => countRows(clickHouse, 'conversions'),
    async match(sinceMs) {
      const batch = crypto.randomUUID();
      await clickHouse.command({
        query: matchedRefunds,
        query_params: { sinceMs, batch, nowMs: Date.now() },
        clickhouse_settings: {
          async_insert: 0,
          insert_deduplicate: 1,
          insert_deduplication_token: batch,
          max_threads: 1,
        },
      });
    },
  };
}

const order = 'user_id, link_id, order_id';
const key = 'user_id, link_id, event_type, conversion_key';
const isRefund = `startsWith(conversion_key, 'r:')`;

/** The orders with a refund and a report that was received since `sinceMs`. */
const orders = `
  SELECT ${order} FROM conversions
  WHERE order_id != '' AND ${isRefund} AND (${order}) IN (
    SELECT ${order} FROM conversions
    WHERE order_id != '' AND received_at >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC'))`;

/**
 * The current versions of the rows of these orders. They are found by the table's sorting key,
 * which makes FINAL fast.
 */
const ofOrders = (condition: string) => `
  FROM conversions FINAL
  WHERE ${condition} AND (${key}) IN (
    SELECT ${key} FROM conversions WHERE ${condition} AND (${order}) IN (${orders}))`;

/** The version's last bit says whether all columns of the click are known. */
const factsAndBit = `(${clickColumns.join(', ')}, toUInt8(bitAnd(version, 1)))`;

/**
 * A new version of each refund whose sale has another click. The sale is the conversion of the same
 * link and order; one with the refund's event is preferred. The version rises by as little as
 * possible, by 2 or 3: an owner's edit stays greater.
 */
const matchedRefunds = `
  INSERT INTO conversions
  SELECT * EXCEPT (sale, is_other) REPLACE (
    bitOr(bitShiftLeft(bitShiftRight(version, 1) + 1, 1), sale.${clickColumns.length + 1}) AS version,
    ${clickColumns.map((name, place) => `sale.${place + 1} AS ${name}`).join(',\n    ')},
    {batch:UUID} AS batch,
    fromUnixTimestamp64Milli({nowMs:Int64}, 'UTC') AS updated_at)
  FROM (
    SELECT r.*,
      arraySort(each -> (each.1, each.2 != r.event_type, each.3), s.sales)[1].4 AS sale,
      sale.1 != toUUID('${noClickId}') AND sale != ${factsAndBit} AS is_other
    FROM (
      SELECT * ${ofOrders(isRefund)} AND NOT removed) AS r
    INNER JOIN (
      SELECT ${order},
        groupArray((removed, event_type, (converted_at, id), ${factsAndBit})) AS sales
      ${ofOrders(`NOT ${isRefund}`)}
      GROUP BY ${order}) AS s
    USING (${order}))
  WHERE is_other`;
