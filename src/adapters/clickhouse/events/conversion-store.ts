import type { ClickFacts, WantedClick, WantedVisitor } from '#core/conversions/attribute';
import type { Conversion } from '#core/conversions/conversion';
import type { ClickFinder, ConversionStore } from '#core/conversions/ports';
import { idTimeMs } from '#core/shared/ids';
import { utcDay } from '#core/shared/time';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import {
  conversionFields,
  noClickId,
  readConversion,
  type ConversionFields,
} from './conversion-row.ts';
import { insertConversions } from './insert-conversions.ts';
import { insertFailure } from './insert-failure.ts';

/**
 * Conversions in ClickHouse. Repeats are recognised by key and version, independent of their batch.
 */
export function clickhouseConversionStore(clickHouse: ClickHouse): ConversionStore {
  return {
    incomplete: async (sinceMs, limit) => {
      const answer = await clickHouse.query({
        query: `
          SELECT ${conversionFields} FROM conversions FINAL
          WHERE (user_id, link_id, event_type, conversion_key) IN (
              SELECT user_id, link_id, event_type, conversion_key FROM conversions
              WHERE received_at >= fromUnixTimestamp64Milli({sinceMs:Int64})
                AND bitAnd(version, 1) = 0 AND click_id != toUUID('${noClickId}'))
            AND bitAnd(version, 1) = 0 AND click_id != toUUID('${noClickId}') AND NOT removed
          ORDER BY received_at DESC LIMIT {limit:UInt32}`,
        query_params: { sinceMs, limit },
        format: 'JSONEachRow',
      });
      return (await answer.json<ConversionFields>()).map(readConversion);
    },
    known: async (conversions) => {
      const answer = await clickHouse.query({
        query: `
          SELECT ${conversionFields} FROM conversions FINAL
          WHERE user_id IN {users:Array(UUID)} AND link_id IN {links:Array(UUID)}
            AND conversion_key IN {keys:Array(String)}`,
        query_params: {
          users: unique(conversions, ({ userId }) => userId),
          links: unique(conversions, ({ linkId }) => linkId),
          keys: unique(conversions, ({ key }) => key),
        },
        format: 'JSONEachRow',
        use_multipart_params_auto: true,
      });
      return (await answer.json<ConversionFields>()).map(readConversion);
    },
    insert: async (batch, conversions: readonly Conversion[]) => {
      try {
        await insertConversions(clickHouse, batch, conversions);
        return { kind: 'stored' };
      } catch (error) {
        return insertFailure(error);
      }
    },
  };
}

const clickFields = `
  toString(click_id) AS clickId, toString(user_id) AS userId, toString(link_id) AS linkId,
  toFloat64(toUnixTimestamp64Milli(clicked_at)) AS atMs, split_version AS splitVersion,
  variant AS place, toString(visitor_id) AS visitor, country AS inCountry, city AS inCity,
  device AS onDevice, referrer AS cameFrom`;

type ClickRow = Pick<ClickFacts, 'clickId' | 'userId' | 'linkId' | 'atMs' | 'splitVersion'> & {
  readonly place: number;
  readonly visitor: string;
  readonly inCountry: string;
  readonly inCity: string;
  readonly onDevice: ClickFacts['device'];
  readonly cameFrom: string;
};

/**
 * Human clicks by their ids, each searched on the UTC day in its id, and the last twenty of each
 * visitor. One query, and none when nothing is wanted.
 */
export function clickhouseClickFinder(clickHouse: ClickHouse): ClickFinder {
  return {
    find: async ({ named, visitors }) => {
      const questions = [...byId(named), ...byVisitor(visitors)];
      if (questions.length === 0) return [];
      const answer = await clickHouse.query({
        query: questions.map(({ query }) => query).join('\nUNION ALL\n'),
        query_params: Object.fromEntries(questions.flatMap(({ params }) => Object.entries(params))),
        format: 'JSONEachRow',
        use_multipart_params_auto: true,
      });
      return (await answer.json<ClickRow>()).map(readClick);
    },
  };
}

type Question = { readonly query: string; readonly params: Readonly<Record<string, unknown>> };

function byId(named: readonly WantedClick[]): Question[] {
  if (named.length === 0) return [];
  const query = `
    SELECT ${clickFields} FROM clicks
    WHERE user_id IN {namedUsers:Array(UUID)} AND toDate(clicked_at) IN {namedDays:Array(Date)}
      AND link_id IN {namedLinks:Array(UUID)} AND click_id IN {namedClicks:Array(UUID)}
      AND class = 'human'`;
  return [
    {
      query,
      params: {
        namedUsers: unique(named, ({ userId }) => userId),
        namedDays: unique(named, ({ clickId }) => utcDay(idTimeMs(clickId))),
        namedLinks: unique(named, ({ linkId }) => linkId),
        namedClicks: unique(named, ({ clickId }) => clickId),
      },
    },
  ];
}

function byVisitor(visitors: readonly WantedVisitor[]): Question[] {
  if (visitors.length === 0) return [];
  const query = `
    SELECT * FROM (
      SELECT ${clickFields} FROM clicks
      WHERE user_id IN {users:Array(UUID)} AND link_id IN {links:Array(UUID)}
        AND toDate(clicked_at) BETWEEN {since:Date} AND {until:Date}
        AND visitor_id IN {visitors:Array(UInt64)} AND class = 'human'
      ORDER BY clicked_at DESC LIMIT 20 BY user_id, link_id, visitor_id)`;
  return [
    {
      query,
      params: {
        users: unique(visitors, ({ userId }) => userId),
        links: unique(visitors, ({ linkId }) => linkId),
        visitors: unique(visitors, ({ visitorId }) => visitorId),
        since: unique(visitors, ({ sinceMs }) => utcDay(sinceMs)).toSorted()[0],
        until: unique(visitors, ({ untilMs }) => utcDay(untilMs))
          .toSorted()
          .at(-1),
      },
    },
  ];
}

function readClick(row: ClickRow): ClickFacts {
  const { clickId, userId, linkId, atMs, splitVersion } = row;
  return {
    clickId,
    userId,
    linkId,
    atMs,
    splitVersion,
    variant: row.place,
    visitorId: BigInt(row.visitor),
    country: row.inCountry,
    city: row.inCity,
    device: row.onDevice,
    referrer: row.cameFrom,
  };
}

function unique<Item, Value>(items: readonly Item[], of: (item: Item) => Value): Value[] {
  return [...new Set(items.map(of))];
}
