import type { HourOfConversions } from '#core/notices/notify-of-conversions';
import type { ConversionHours } from '#core/notices/ports';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { isConversion } from '#adapters/clickhouse/analytics/scope-sql';
import { countRows, querySettings } from '#adapters/clickhouse/analytics/rows';

type Row = Omit<HourOfConversions, 'amounts'> & {
  readonly worth: readonly (readonly [currency: string, cents: number])[];
};

/** Conversions of all accounts by link and hour, for notices. */
export function clickhouseConversionHours(client: ClickHouse): ConversionHours {
  return {
    rows: () => countRows(client, 'conversions'),

    async hours({ sinceMs, after, limit }) {
      const answer = await client.query({
        query: hoursOfLinks,
        query_params: { sinceMs, afterLink: after.linkId, afterHour: after.hourMs, limit },
        format: 'JSONEachRow',
        clickhouse_settings: querySettings,
      });
      return (await answer.json<Row>()).map(({ worth, ...hour }) => ({
        ...hour,
        amounts: worth.map(([currency, cents]) => ({ currency, cents })),
      }));
    },
  };
}

/** The time of a conversion's first report. All versions have the same id, which contains it. */
const firstMs = 'toUnixTimestamp64Milli(UUIDv7ToDateTime(id))';

const hoursOfLinks = `
  SELECT toString(user_id) AS userId, toString(link_id) AS linkId, hour AS hourMs,
    sum(conversions) AS count, max(last) AS lastAtMs,
    groupArrayIf((code, cents), cents != 0) AS worth
  FROM (
    SELECT user_id, link_id, intDiv(${firstMs}, 3600000) * 3600000 AS hour,
      toString(currency) AS code, count() AS conversions, sum(value_cents) AS cents,
      max(${firstMs}) AS last
    FROM conversions FINAL
    WHERE (user_id, link_id) IN (
        SELECT user_id, link_id FROM conversions
        WHERE received_at >= fromUnixTimestamp64Milli({sinceMs:Int64}))
      AND NOT removed AND ${isConversion}
    GROUP BY user_id, link_id, hour, code
    ORDER BY code)
  GROUP BY user_id, link_id, hour
  HAVING lastAtMs >= {sinceMs:Int64}
    AND (link_id > {afterLink:UUID}
      OR (link_id = {afterLink:UUID} AND hour > {afterHour:Int64}))
  ORDER BY link_id, hour LIMIT {limit:UInt32}`;
