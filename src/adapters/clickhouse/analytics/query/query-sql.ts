import { noneName } from '#core/analytics/report/filters';
import type { Counted, QueryAsked } from '#core/analytics/query/reading';
import { withTenths } from '#adapters/clickhouse/analytics/lists-sql';
import { conversionsIn, isConversion } from '#adapters/clickhouse/analytics/scope-sql';
import { within } from '#adapters/clickhouse/analytics/times';
import { archivedClicks, countedClicks } from './click-counts.ts';
import { longText } from './link-sets.ts';
import { beyondPlace, foundBy, orderOf } from './order-sql.ts';
import { grouped, propertyOf, spansOf, type QuerySpan } from './grouped.ts';
import { isFromClick } from './properties.ts';

/** The columns that identify a row: the unit, and the name and the detail of each grouping. */
export function keysOf({ groupings }: Pick<QueryAsked, 'groupings'>): readonly string[] {
  return ['unit', ...groupings.flatMap((_, index) => [`name${index}`, `detail${index}`])];
}

/**
 * The rows of one question and its totals, as one table: `is_total`, the unit, the names, and the
 * numbers: those of each span, the share, the count of all rows and the row's place among them. The
 * statement is kept short: the engine takes longer to plan it than to run it.
 */
export function queryStatement(asked: QueryAsked): string {
  const keys = keysOf(asked);
  const numbers = spansOf(asked).flatMap((span) =>
    asked.counted.map((each) => ({
      sql: `toInt64(sumIf(${each}, of = '${span}'))`,
      name: `${span}_${each}`,
    })),
  );
  const hasClicks = asked.counted.includes('clicks');
  const rows = `
    SELECT toString(is_total) AS part, is_total, ${keys.join(', ')},
      ${numbers.map(({ sql, name }) => `${sql} AS ${name}`).join(', ')}
      ${asked.hasShares ? `, asked_clicks AS clicks, ${nameForShares(asked)}` : ''}
    FROM (${countedRows(asked)})
    GROUP BY is_total, ${keys.join(', ')}
    HAVING is_total OR ${hasSomething(asked, numbers)}`;
  const isPaged = keys.length > 1 || asked.isByTime;
  const found = isPaged
    ? `toInt64(countIf(is_found) OVER (PARTITION BY is_total)) AS found,
       toInt64(row_number() OVER (PARTITION BY is_total, is_found ORDER BY ${orderOf(asked)})) AS place`
    : 'toInt64(0) AS found, toInt64(0) AS place';
  return `
    SELECT is_total, unit, [${keys.slice(1).join(', ')}]::Array(String) AS names,
      [${[...numbers.map(({ name }) => name), asked.hasShares && hasClicks ? 'tenths' : 'toInt64(0)', 'found', 'place'].join(', ')}] AS numbers
    FROM (
      SELECT *, is_total OR ${foundBy(asked)} AS is_found, ${found}
      FROM (${asked.hasShares ? withTenths(rows) : rows}))
    WHERE is_total OR (is_found AND ${beyondPlace(asked)})
    ORDER BY is_total DESC, place
    LIMIT {rowLimit:UInt32} + 1`;
}

/** The names by which rows with equal shares are sorted. */
function nameForShares({ groupings }: QueryAsked): string {
  return groupings.length === 0 ? `'' AS name, '' AS detail` : 'name0 AS name, detail0 AS detail';
}

/** Whether the row is one: something happened that was asked for. */
function hasSomething(
  { groupings, isByTime }: QueryAsked,
  numbers: readonly { readonly name: string }[],
): string {
  if (groupings.length === 0 && isByTime) return 'true';
  return `(${numbers.map(({ name }) => `${name} != 0`).join(' OR ')})`;
}

/** Rows with the keys, the span (`of`) and the numbers. Rows with equal keys are to be added. */
function countedRows(asked: QueryAsked): string {
  const { groupings, isByTime, labels, counted } = asked;
  const parts = spansOf(asked).flatMap((span) => [
    ...countedClicks(asked, span),
    ...archivedClicks(asked, span),
    ...conversions(asked, span),
  ]);
  const label = labels === null ? -1 : groupings.indexOf('label');
  const rows = parts.join('\nUNION ALL\n');
  return [
    label < 0 || labels === null ? rows : labelled(rows, labels.pairs, label),
    ...(isByTime && groupings.length === 0
      ? [
          `SELECT 'asked' AS of, toUInt8(0) AS is_total,
             arrayJoin(arrayFilter(place -> place >= 0, {askedPlaces:Array(Int32)})) AS unit,
             ${counted.map((each) => `toInt64(0) AS ${each}`).join(', ')}`,
        ]
      : []),
  ].join('\nUNION ALL\n');
}

/** Puts the links' labels in the place of the links. A link with several tags has a row for each. */
function labelled(rows: string, pairs: string, index: number): string {
  const name = `name${index}`;
  const found =
    pairs === ''
      ? `SELECT '' AS link, toUInt32(0) AS place WHERE false`
      : `SELECT toString(toUUID(substring(pair, 1, 32))) AS link, toUInt32(substring(pair, 33)) AS place
         FROM (SELECT arrayJoin(splitByChar(',', ${longText(pairs, 'labelPairs')})) AS pair)`;
  return `
    SELECT row.* REPLACE (multiIf(row.is_total, '', label.place = 0, '${noneName}',
      {labelNames:Array(String)}[label.place]) AS ${name})
    FROM (${rows}) AS row LEFT JOIN (${found}) AS label ON row.${name} = label.link`;
}

/** The conversions of the span and their money. */
function conversions(asked: QueryAsked, span: QuerySpan): readonly string[] {
  const { scope, groupings, counted } = asked;
  if (!counted.some((each) => ofConversions.has(each))) return [];
  const hasCredit = groupings.map(propertyOf).some(isFromClick);
  const isOfCurrency = groupings.includes('currency') ? 'true' : 'currency = {currency:String}';
  const from = conversionsIn(scope, (time) => within(span, time), hasCredit);
  return [
    grouped(asked, {
      span,
      from: `(${from})`,
      atMs: 'toUnixTimestamp64Milli(converted_at)',
      numbers: {
        conversions: `countIf(${isConversion})`,
        refunds: `countIf(NOT ${isConversion})`,
        revenue: `sumIf(value_cents, ${isOfCurrency})`,
        profit: `sumIf(profit_cents, ${isOfCurrency})`,
        ...otherAmounts(asked),
      },
      isMatched: true,
    }),
  ];
}

function otherAmounts({ otherCurrencies }: QueryAsked): Partial<Record<Counted, string>> {
  const amounts = otherCurrencies.flatMap((code): (readonly [Counted, string])[] => {
    const isOfCurrency = `currency = {currency${code}:String}`;
    return [
      [`revenue${code}`, `sumIf(value_cents, ${isOfCurrency})`],
      [`profit${code}`, `sumIf(profit_cents, ${isOfCurrency})`],
    ];
  });
  return Object.fromEntries(amounts);
}

const ofConversions: ReadonlySet<Counted> = new Set([
  ...(['conversions', 'refunds', 'revenue', 'profit'] as const),
]);
