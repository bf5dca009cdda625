import type {
  ClickBatch,
  ClickOfPart,
  StoredClicks,
  StoredConversion,
  StoredConversions,
  Wanting,
} from '#core/webhooks/stored';
import { dayMs } from '#core/shared/time';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import {
  isNotMoved,
  listedColumns,
  listedFrom,
  type ListedRow,
} from '#adapters/clickhouse/analytics/conversions';
import { countRows, querySettings } from '#adapters/clickhouse/analytics/rows';

/** The time since which an account wants events, in milliseconds. */
const wantedSince = 'arrayElement({sinces:Array(Int64)}, indexOf({users:Array(UUID)}, user_id))';

function wantingParams(accounts: Wanting) {
  return { users: [...accounts.keys()], sinces: [...accounts.values()].map(Number) };
}

/** The table is sorted by it. */
const identity = '(user_id, link_id, event_type, conversion_key)';

/** The identities of conversions with a version that arrived since then. */
const arrivedSince = `
  SELECT user_id, link_id, event_type, conversion_key FROM conversions
  WHERE user_id IN {users:Array(UUID)} AND received_at >= fromUnixTimestamp64Milli({sinceMs:Int64})`;

type ConversionRow = ListedRow & {
  readonly user_text: string;
  readonly received_ms: number;
};

/** Stored conversions for the webhooks of accounts. */
export function clickhouseStoredConversions(client: ClickHouse): StoredConversions {
  return {
    rows: () => countRows(client, 'conversions'),

    async since({ accounts, sinceMs, after, limit }) {
      const answer = await client.query({
        query: `
          SELECT ${listedColumns}, toString(user_id) AS user_text,
            toUnixTimestamp64Milli(received_at) AS received_ms
          FROM conversions FINAL
          WHERE ${identity} IN (${arrivedSince})
            AND received_ms >= ${wantedSince}
            AND ${isNotMoved(`(user_id, link_id) IN (
              SELECT user_id, link_id FROM conversions
              WHERE ${identity} IN (${arrivedSince}) AND removed)`)}
            AND (received_ms, id) > ({afterMs:Int64}, {afterId:UUID})
          ORDER BY received_ms, id LIMIT {limit:UInt32}`,
        query_params: {
          ...wantingParams(accounts),
          sinceMs,
          afterMs: after.receivedAtMs,
          afterId: after.id,
          limit,
        },
        format: 'JSONEachRow',
        clickhouse_settings: querySettings,
        use_multipart_params_auto: true,
      });
      const rows = await answer.json<ConversionRow>();
      return rows.map((row): StoredConversion => ({
        userId: row.user_text,
        receivedAtMs: row.received_ms,
        conversion: listedFrom(row),
      }));
    },
  };
}

/** The rows of a batch were visited within a much shorter time. */
const longestBatchMs = dayMs;

/** Stored human clicks for the webhooks of accounts, by the batch that brought them. */
export function clickhouseStoredClicks(client: ClickHouse): StoredClicks {
  return {
    rows: () => countRows(client, 'clicks'),

    async batches({ accounts, sinceMs }) {
      const human = `user_id IN {users:Array(UUID)} AND class = 'human'`;
      const answer = await client.query({
        query: `
          SELECT toString(user_id) AS userId, toString(batch) AS batch, count() AS clicks,
            min(toUnixTimestamp64Milli(clicked_at)) AS fromMs,
            max(toUnixTimestamp64Milli(clicked_at)) AS toMs
          FROM clicks
          WHERE ${human}
            AND clicked_at >= fromUnixTimestamp64Milli({sinceMs:Int64} - ${longestBatchMs})
            AND (user_id, batch) IN (
              SELECT user_id, batch FROM clicks
              WHERE ${human} AND clicked_at >= fromUnixTimestamp64Milli({sinceMs:Int64}))
          GROUP BY user_id, batch
          HAVING toMs >= ${wantedSince}`,
        query_params: { ...wantingParams(accounts), sinceMs },
        format: 'JSONEachRow',
        clickhouse_settings: querySettings,
        use_multipart_params_auto: true,
      });
      return answer.json<ClickBatch>();
    },

    async ofPart(userId, { batch, fromMs, toMs, first, most }) {
      const answer = await client.query({
        query: `
          SELECT toString(click_id) AS id, toString(link_id) AS linkId,
            toUnixTimestamp64Milli(clicked_at) AS atMs, toString(class) AS class, variant, country,
            city, device, browser, os, referrer, channel, toString(entry) AS entry,
            utm_source AS utmSource, utm_medium AS utmMedium, utm_campaign AS utmCampaign,
            utm_term AS utmTerm, utm_content AS utmContent
          FROM clicks
          WHERE user_id = {userId:UUID} AND class = 'human' AND batch = {batch:UUID}
            AND clicked_at BETWEEN fromUnixTimestamp64Milli({fromMs:Int64})
              AND fromUnixTimestamp64Milli({toMs:Int64})
          ORDER BY clicks.clicked_at, clicks.click_id
          LIMIT {most:UInt32} OFFSET {first:UInt32}`,
        query_params: { userId, batch, fromMs, toMs, first, most },
        format: 'JSONEachRow',
        clickhouse_settings: querySettings,
      });
      return answer.json<ClickOfPart>();
    },
  };
}
