import { splitLetters, splitWindows } from '#contract/split-tests/split-words';
import type { CategoryCounts } from '#core/split-tests/checks';
import type { DayCounts, Delays } from '#core/split-tests/counts';
import type {
  CountedTest,
  DestinationTotals,
  SplitEvents,
  VisitAmount,
} from '#core/split-tests/ports';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { insideArchive, isConversion, outsideArchive } from './scope-sql.ts';
import { reading } from './statement-limits.ts';

/** The events of split tests. Destinations count from 0 in the product and from 1 in the store. */
export function clickhouseSplitEvents(client: ClickHouse): SplitEvents {
  async function rows<Row>(
    query: string,
    test: Asked,
    params: Record<string, unknown> = {},
  ): Promise<Row[]> {
    const answer = await client.query({
      query,
      query_params: {
        userId: test.userId,
        linkId: test.linkId,
        ...('version' in test && { version: test.version }),
        goal: test.goal,
        currency: test.currency,
        ...params,
      },
      format: 'JSONEachRow',
      ...reading(),
    });
    return answer.json<Row>();
  }

  return {
    days: (test) => rows<DayCounts>(daysOf(test), test),
    amounts: (test) => rows<VisitAmount>(amountsOf, test),
    async ordersBefore(test, before) {
      const found = await rows<{ cents: number }>(lastOrders, test, { beforeMs: before.getTime() });
      return found.map(({ cents }) => cents);
    },
    composition: (test, sinceDay) => rows<CategoryCounts>(compositionOf, test, { sinceDay }),
    async delays(test) {
      const [found] = await rows<Delays>(delaysOf(test), test, {
        beforeMs: test.beganAt.getTime(),
      });
      return found ?? { received: 0, within: splitWindows.map(() => 0) };
    },
    async pace(asked, since) {
      const [found] = await rows<PaceRow>(paceOf(asked), asked, { sinceMs: since.getTime() });
      return paceFrom(found);
    },
    async totals(test, until) {
      const found = await rows<TotalsRow>(totalsOf(test), test, {
        sinceMs: test.beganAt.getTime(),
        untilMs: until?.getTime() ?? farMs,
      });
      const parts = Map.groupBy(found, ({ place }) => place);
      const destinations = new Map(
        [...parts].flatMap(([place, own]) =>
          place > 0 ? [[place - 1, totalsFrom(own)] as const] : [],
        ),
      );
      return { destinations, notAssigned: totalsFrom(parts.get(0) ?? []) };
    },
  };
}

/** A test, or one that has not begun. */
type Asked = Omit<CountedTest, 'version' | 'beganAt'>;

const farMs = Date.UTC(2200, 0, 1);

const ofLink = 'user_id = {userId:UUID} AND link_id = {linkId:UUID}';
const ofTest = `${ofLink} AND split_version = {version:UInt32} AND variant > 0`;

/** Conversions that decide a test: reported by a person, without refunds. */
function isCounted({ goal }: Asked): string {
  const isGoal =
    goal === 'revenue'
      ? 'currency = {currency:String} AND value_cents > 0'
      : 'event_type = {goal:String}';
  return `${isGoal} AND NOT removed AND ${isConversion} AND source != 'manual'`;
}

function eachVariant(count: (variant: number) => string): string {
  return `[${splitLetters.map((_, place) => count(place + 1)).join(', ')}]`;
}

function withinWindows(count: (days: number) => string): string {
  return `[${splitWindows.map(count).join(', ')}]`;
}

const isWithin = (days: number) => `received_at <= clicked_at + INTERVAL ${days} DAY`;

/** A row for each visit with a conversion of the goal. */
function visitsThatConvert(test: CountedTest): string {
  return `
    SELECT click_id, any(variant) AS place, toUInt32(toDate(min(clicked_at))) AS day,
      ${withinWindows((days) => `toUInt64(max(${isWithin(days)}))`)} AS within,
      toUInt64(max(trust) = 'inferred') AS inferred
    FROM conversions FINAL WHERE ${ofTest} AND ${isCounted(test)}
    GROUP BY click_id`;
}

function daysOf(test: CountedTest): string {
  const none = withinWindows(() => 'toUInt64(0)');
  return `
    SELECT day, variant - 1 AS destination, sum(visits) AS visits, sum(received) AS received,
      sumForEach(within) AS within, sum(inferred) AS inferred
    FROM (
      SELECT toUInt32(toDate(clicked_at)) AS day, variant, count() AS visits,
        toUInt64(0) AS received, ${none} AS within, toUInt64(0) AS inferred
      FROM clicks WHERE ${ofTest} AND class = 'human' AND ${outsideArchive('toDate(clicked_at)')}
      GROUP BY toDate(clicked_at), variant
      UNION ALL
      SELECT toUInt32(day), variant, sum(count), 0, ${none}, 0
      FROM clicks_archive WHERE ${ofTest} AND class = 'human' AND ${insideArchive}
      GROUP BY day, variant
      UNION ALL
      SELECT day, place, 0, count(), sumForEach(within), sum(inferred)
      FROM (${visitsThatConvert(test)}) GROUP BY day, place)
    GROUP BY day, variant ORDER BY day, variant`;
}

/** Orders and refunds of each visit. */
const amountsOf = `
  SELECT toUInt32(toDate(min(clicked_at))) AS day, any(variant) - 1 AS destination,
    toUnixTimestamp64Milli(min(received_at)) AS receivedAtMs,
    ${withinWindows((days) => `sumIf(value_cents, ${isWithin(days)})`)} AS within
  FROM conversions FINAL
  WHERE ${ofTest} AND NOT removed AND source != 'manual' AND currency = {currency:String}
  GROUP BY click_id HAVING max(value_cents) > 0 ORDER BY receivedAtMs`;

const lastOrders = `
  SELECT value_cents AS cents FROM conversions FINAL
  WHERE ${ofLink} AND NOT removed AND ${isConversion} AND currency = {currency:String}
    AND value_cents > 0 AND received_at < fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
  ORDER BY received_at DESC LIMIT 200`;

/** The conversions of the goal that the account got, on all its links. */
function delaysOf(test: CountedTest): string {
  return `
    SELECT count() AS received, ${withinWindows(
      (days) => `countIf(received_first <= clicked + INTERVAL ${days} DAY)`,
    )} AS within
    FROM (
      SELECT min(received_at) AS received_first, min(clicked_at) AS clicked FROM conversions FINAL
      WHERE user_id = {userId:UUID} AND ${isCounted(test)} AND toUnixTimestamp(clicked_at) > 0
        AND received_at < fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
        AND received_at > fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC') - INTERVAL 180 DAY
      GROUP BY click_id)`;
}

/**
 * Human visits since a day, by category and destination. The
 * country is the most common one of the first three days.
 */
const compositionOf = `
  WITH
    visits AS (
      SELECT * FROM clicks WHERE ${ofTest} AND class = 'human'
        AND toDate(clicked_at) >= toDate({sinceDay:UInt32})),
    (SELECT topK(1)(country)[1] FROM visits
      WHERE toDate(clicked_at) < toDate({sinceDay:UInt32} + 3) AND country != '') AS home,
    firsts AS (
      SELECT argMin(click_id, (clicked_at, click_id)) FROM clicks
      WHERE ${ofLink} AND class = 'human' AND visitor_id != 0
        AND toDate(clicked_at) >= toDate({sinceDay:UInt32})
      GROUP BY visitor_id, toDate(clicked_at))
  SELECT category, ${eachVariant((variant) => `sumIf(is_inside, variant = ${variant})`)} AS visits,
    ${eachVariant((variant) => `countIf(variant = ${variant})`)} AS of
  FROM (
    SELECT variant, category, is_inside
    FROM visits
    ARRAY JOIN
      ['mobile', 'desktop', 'country', 'noReferrer', 'firstOfDay'] AS category,
      [device = 'mobile', device = 'desktop', country = home AND home != '', referrer = '',
        click_id IN firsts] AS is_inside)
  GROUP BY category`;

type PaceRow = { readonly visits: readonly number[]; readonly converting: readonly number[] };

function paceOf(asked: Asked): string {
  const isSince = `clicked_at >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')`;
  return `
    WITH converting AS (
      SELECT DISTINCT link_id, click_id FROM conversions FINAL
      WHERE user_id = {userId:UUID} AND ${isSince} AND ${isCounted(asked)})
    SELECT
      [minIf(toUnixTimestamp64Milli(clicked_at), link_id = {linkId:UUID}),
        toInt64(countIf(link_id = {linkId:UUID})),
        toInt64(countIf(link_id IN (SELECT link_id FROM converting)))] AS visits,
      (SELECT [countIf(link_id = {linkId:UUID}), count()] FROM converting) AS converting
    FROM clicks
    WHERE user_id = {userId:UUID} AND class = 'human' AND ${isSince}
      AND (link_id = {linkId:UUID} OR link_id IN (SELECT link_id FROM converting))`;
}

function paceFrom(found: PaceRow | undefined) {
  const [first = 0, visits = 0, all = 0] = found?.visits ?? [];
  const [converting = 0, allConverting = 0] = found?.converting ?? [];
  return {
    firstAtMs: visits === 0 ? null : first,
    link: { visits, converting },
    account: { visits: all, converting: allConverting },
  };
}

/** A row for a destination (0: not assigned) and a currency (empty for its visits). */
type TotalsRow = {
  readonly place: number;
  readonly code: string;
  readonly numbers: readonly [number, number, number];
};

function totalsOf(test: CountedTest): string {
  const inTest = (time: string) => `${time} >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')
    AND ${time} < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')`;
  const place = 'if(split_version = {version:UInt32}, variant, 0)';
  return `
    SELECT place, '' AS code, [sum(visits), sum(converting), 0] AS numbers
    FROM (
      SELECT ${place} AS place, count() AS visits, toUInt64(0) AS converting
      FROM clicks WHERE ${ofLink} AND class = 'human' AND ${outsideArchive('clicked_at')}
        AND (split_version = {version:UInt32} AND variant > 0 OR ${inTest('clicked_at')})
      GROUP BY place
      UNION ALL
      SELECT ${place} AS place, sum(count), 0
      FROM clicks_archive WHERE ${ofTest} AND class = 'human' AND ${insideArchive}
      GROUP BY place
      UNION ALL
      SELECT place, 0, count() FROM (${visitsThatConvert(test)}) GROUP BY place)
    GROUP BY place
    UNION ALL
    SELECT ${place} AS place, toString(currency) AS code,
      [toInt64(countIf(${isConversion})), sum(value_cents), sum(profit_cents)]
    FROM conversions FINAL
    WHERE ${ofLink} AND NOT removed
      AND (split_version = {version:UInt32} AND variant > 0 OR ${inTest('converted_at')})
    GROUP BY place, code`;
}

function totalsFrom(rows: readonly TotalsRow[]): DestinationTotals {
  const [visits = 0, convertingVisits = 0] = rows.find(({ code }) => code === '')?.numbers ?? [];
  const money = rows
    .filter(({ code }) => code !== '')
    .map(({ code, numbers: [conversions, revenueCents, profitCents] }) => ({
      currency: code,
      conversions,
      revenueCents,
      profitCents,
    }));
  return { visits, convertingVisits, money };
}
