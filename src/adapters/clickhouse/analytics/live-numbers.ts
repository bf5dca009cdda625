import type { EventType } from '#contract/conversions/event-types';
import type { LiveEvent, LiveNumbers } from '#core/live/live-numbers';
import type { LiveUpdatesPorts } from '#core/live/live-updates';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { noClickId } from '#adapters/clickhouse/events/conversion-row';
import { querySettings } from './rows.ts';

/** Limit of the newest events that are read for one account. */
const mostEvents = 20;

/**
 * The live numbers of accounts, by one query for all of them. Marks change with clicks of the last
 * two hours, which the projection `quarters` counts, and with every new conversion.
 */
export function clickhouseLiveNumbers(client: ClickHouse): LiveUpdatesPorts['numbers'] {
  return {
    async read(userIds, erasedLinkIds) {
      const answer = await client.query({
        query: liveNumbers,
        query_params: { userIds, erasedLinkIds },
        format: 'JSONCompactEachRow',
        use_multipart_params_auto: true,
        clickhouse_settings: querySettings,
      });
      const rows = await answer.json<Row>();
      return new Map(rows.map(([userId, ...numbers]) => [userId, numbersFrom(numbers)]));
    },
    async markOf(userId) {
      const answer = await client.query({
        query: markAlone,
        query_params: { userIds: [userId] },
        format: 'JSONCompactEachRow',
        clickhouse_settings: querySettings,
      });
      const [[mark] = ['']] = await answer.json<[string]>();
      return mark;
    },
  };
}

type EventRow = readonly [
  ageRank: number,
  id: string,
  linkId: string,
  country: string,
  device: string,
  /** Empty for a click. */
  eventType: EventType | '',
  valueCents: number,
  currency: string,
  hasClick: number,
];

type Row = [userId: string, mark: string, clicksNow: number, latest: readonly EventRow[]];

/** The greatest time has the smallest rank: the engine keeps the first rows of a sorted array. */
const newest = (time: string) => `-toUnixTimestamp64Milli(${time})`;

const ofAccounts = `user_id IN {userIds:Array(UUID)}
      AND link_id NOT IN {erasedLinkIds:Array(UUID)}`;

/**
 * The mark begins with the first hour that counts, so that the same number of clicks in other hours
 * gives another mark. The number of conversion rows alone is not enough: a change adds a version,
 * and merges remove older versions.
 */
const markSql = `concat(toString(toUnixTimestamp(toStartOfHour(now('UTC') - INTERVAL 2 HOUR))), ' ',
    toString(sum(clicked)), ' ', toString(sum(converted)), ' ', toString(sum(versions)))`;

const clickedOfAccounts = `FROM clicks
    WHERE user_id IN {userIds:Array(UUID)} AND class = 'human'
      AND toStartOfFifteenMinutes(clicked_at) >= toStartOfHour(now('UTC') - INTERVAL 2 HOUR)
    GROUP BY user_id`;

const convertedOfAccounts = `FROM conversions WHERE user_id IN {userIds:Array(UUID)}
    GROUP BY user_id`;

const markAlone = `
  SELECT ${markSql} FROM (
    SELECT user_id, count() AS clicked, 0 AS converted, toUInt64(0) AS versions
    ${clickedOfAccounts}
    UNION ALL
    SELECT user_id, 0 AS clicked, count() AS converted, sum(version) AS versions
    ${convertedOfAccounts})
  GROUP BY user_id`;

const noEvents = `CAST([], 'Array(Tuple(Int64, String, String, String, String, String, Int64, String, UInt8))')
        AS latest`;

const liveNumbers = `
  WITH
    now64(3, 'UTC') - INTERVAL 1 HOUR AS hour_ago,
    now64(3, 'UTC') - INTERVAL 5 MINUTE AS moment_ago
  SELECT toString(user_id), ${markSql},
    sum(clicks_now), arraySlice(arraySort(arrayFlatten(groupArray(latest))), 1, ${mostEvents})
  FROM (
    SELECT user_id, count() AS clicked, 0 AS converted, toUInt64(0) AS versions, 0 AS clicks_now,
      ${noEvents}
    ${clickedOfAccounts}
    UNION ALL
    SELECT user_id, 0 AS clicked, 0 AS converted, toUInt64(0) AS versions,
      countIf(clicked_at >= moment_ago) AS clicks_now,
      groupArraySorted(${mostEvents})((${newest('clicked_at')}, toString(click_id),
        toString(link_id), toString(country), toString(device), '', toInt64(0), '', toUInt8(1))) AS latest
    FROM clicks
    WHERE ${ofAccounts}
      AND class = 'human' AND toDate(clicked_at) >= toDate(hour_ago) AND clicked_at >= hour_ago
    GROUP BY user_id
    UNION ALL
    SELECT user_id, 0 AS clicked, 0 AS converted, toUInt64(0) AS versions, 0 AS clicks_now,
      groupArraySorted(${mostEvents})((${newest('converted_at')}, toString(id),
        toString(link_id), toString(country), toString(device),
        toString(event_type), value_cents, toString(currency),
        toUInt8(click_id != toUUID('${noClickId}')))) AS latest
    FROM conversions FINAL
    WHERE ${ofAccounts} AND NOT removed AND converted_at >= hour_ago
    GROUP BY user_id
    UNION ALL
    SELECT user_id, 0 AS clicked, count() AS converted, sum(version) AS versions, 0 AS clicks_now,
      ${noEvents}
    ${convertedOfAccounts})
  GROUP BY user_id`;

function numbersFrom([mark, clicksNow, latest]: readonly [
  string,
  number,
  readonly EventRow[],
]): LiveNumbers {
  return { mark, clicksNow, latest: latest.map(eventFrom) };
}

function eventFrom(row: EventRow): LiveEvent {
  const [ageRank, id, linkId, country, device, eventType, valueCents, currency, hasClick] = row;
  const sale =
    eventType === '' ? null : { eventType, valueCents, currency, hasClick: hasClick === 1 };
  const kind = sale === null ? 'click' : 'conversion';
  return { id, kind, atMs: -ageRank, linkId, country, device, sale };
}
