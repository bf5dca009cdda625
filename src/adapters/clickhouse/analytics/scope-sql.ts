import { unmatchedName } from '#contract/analytics/report-filters';
import { TupleParam } from '@clickhouse/client';
import type { Scope } from '#core/analytics/reading';
import { cityAndCountry, noneName, unknownName } from '#core/analytics/report/filters';
import {
  conditionParams,
  conditionsOfClicks,
  conditionsOfConversions,
  conditionsOfCredit,
} from '#adapters/clickhouse/analytics/query/conditions';
import { inLinkSet, linkSetParams } from '#adapters/clickhouse/analytics/query/link-sets';
import type { Column } from '#adapters/clickhouse/analytics/query/properties';
import { eventFilters, factOf, isOfClicks, matches, type EventFilter } from './facts.ts';

const bare: Column = (name) => name;

/**
 * Whether all events of the account count, apart from the filter of the class. Then the projections
 * by quarters and days can be read. While a link is being erased, the clicks themselves are read,
 * without those of the link.
 */
export function isWholeAccount({ filters, among, erasedLinkIds, conditions = [] }: Scope): boolean {
  const isOfEveryLink = among === null && erasedLinkIds.length === 0 && conditions.length === 0;
  return isOfEveryLink && Object.keys(filters).every((name) => name === 'class');
}

/** True for clicks of the account that pass all filters but the one of the class. */
export function passingClicks(scope: Scope): string {
  const passed = filtersOf(scope).map((name) => isOneOf(name, bare));
  return [...account(scope, bare), ...passed, ...conditionsOfClicks(scope, bare)].join(' AND ');
}

/** True for clicks of the wanted classes. */
export const ofClass = 'class IN {class:Array(String)}';

/** True for conversions `c` of the account that pass the filters of their own columns. */
export function passingConversions(scope: Scope): string {
  const column: Column = (name) => `c.${name}`;
  const own = filtersOf(scope).filter((name) => !isOfClicks(factOf(name)));
  const passed = own.map((name) => matched(scope, name, column));
  return [...account(scope, column), ...passed, ...conditionsOfConversions(scope, column)].join(
    ' AND ',
  );
}

/**
 * True for conversions whose click `k` passes the filters of the columns that only clicks have; null
 * when conversions can be counted without their clicks.
 */
export function passingCredit(scope: Scope): string | null {
  const column: Column = (name) => `k.${name}`;
  const found = filtersOf(scope)
    .filter((name) => isOfClicks(factOf(name)))
    .map((name) => matched(scope, name, column));
  if (!scope.filters.class.includes('human')) found.push(`k.${ofClass}`);
  found.push(...conditionsOfCredit(scope, column));
  return found.length === 0 ? null : found.join(' AND ');
}

/** The values of all conditions here. */
export function scopeParams(scope: Scope): Record<string, unknown> {
  const { userId, erasedLinkIds, filters, among } = scope;
  const values = filtersOf(scope).map(
    (name) => [name, valuesOf(name, filters[name] ?? [])] as const,
  );
  return {
    ...linkSetParams(among),
    ...conditionParams(scope),
    userId,
    erasedLinkIds,
    class: filters.class,
    ...Object.fromEntries(values),
  };
}

function filtersOf({ filters }: Scope): readonly EventFilter[] {
  return eventFilters.filter((name) => filters[name] !== undefined);
}

function account({ among, erasedLinkIds }: Scope, column: Column): string[] {
  const found = [`${column('user_id')} = {userId:UUID}`];
  if (among !== null) found.push(inLinkSet(column('link_id'), among));
  if (erasedLinkIds.length > 0) {
    found.push(`${column('link_id')} NOT IN {erasedLinkIds:Array(UUID)}`);
  }
  return found;
}

/**
 * A filter of conversions. Those without a value pass when the filter has their name in the list.
 */
function matched({ filters }: Scope, name: EventFilter, column: Column): string {
  const { match } = factOf(name);
  const passes = isOneOf(name, column);
  if (match === null) return passes;
  const isWanted = filters[name]?.includes(unmatchedName);
  return isWanted ? `(NOT (${matches[match]}) OR ${passes})` : `(${matches[match]} AND ${passes})`;
}

function isOneOf(name: EventFilter, column: Column): string {
  const { columns, holds } = factOf(name);
  const value = columns.map(column).join(', ');
  switch (holds) {
    case 'id':
      return `${value} IN {${name}:Array(UUID)}`;
    case 'place':
      return `(${value}) IN {${name}:Array(Tuple(String, String))}`;
    case 'text':
    case 'word':
      return `${value} IN {${name}:Array(String)}`;
    case 'UInt8':
    case 'UInt32':
      return `${value} IN {${name}:Array(${holds})}`;
  }
}

/** The values as they are stored. */
function valuesOf(name: EventFilter, values: readonly string[]) {
  const { holds, empty } = factOf(name);
  // These columns do not hold free text.
  const known = values.filter((value) => value !== unmatchedName);
  switch (holds) {
    case 'id':
      return values;
    case 'text':
      return withEmpty(values, empty);
    case 'word':
      return known;
    case 'place':
      return known.flatMap(places);
    case 'UInt8':
    case 'UInt32':
      return known.map((value) => (value === noneName ? 0 : Number(value)));
  }
}

/** A value that is not known is stored as the empty text, and shown by a name. */
function withEmpty(values: readonly string[], empty: string): readonly string[] {
  return values.includes(empty) ? [...values, ''] : values;
}

function places(value: string): TupleParam[] {
  const [city, country] = cityAndCountry(value);
  const countries = withEmpty([country], unknownName);
  return withEmpty([city], unknownName).flatMap((one) =>
    countries.map((inCountry) => new TupleParam([one, inCountry])),
  );
}

/**
 * The conversions of a time that pass the filters, as a table. `when` says of a column with a time
 * whether it counts. With `hasCredit`, or when a filter needs it, each row also has the columns that
 * only its click has, and columns of `matches` say which of them are known; the others hold defaults.
 */
export function conversionsIn(
  scope: Scope,
  when: (time: string) => string,
  hasCredit = false,
): string {
  const passing = passingCredit(scope);
  const isJoined = hasCredit || passing !== null;
  const { is_stored: isStored, ...own } = matches;
  const known = Object.entries(isJoined ? { ...own, is_stored: isStored } : own);
  const columns = [
    ...conversionColumns.map(ofConversion),
    ...ownColumns.map(ofConversion),
    ...known.map(([name, condition]) => `${condition} AS ${name}`),
    ...(isJoined ? clickColumns.map((name) => `k.${name} AS ${name}`) : []),
  ];
  return `
    SELECT ${columns.join(', ')}
    FROM conversions AS c FINAL ${isJoined ? credit(when) : ''}
    WHERE ${passingConversions(scope)} AND NOT c.removed AND ${when('c.converted_at')}
      AND ${passing ?? 'true'}`;
}

const conversionColumns = [
  ...['converted_at', 'conversion_key', 'currency', 'value_cents', 'profit_cents'],
  ...['event_type', 'source', 'trust'],
];

const ofConversion = (name: string) => `c.${name} AS ${name}`;

function columnsOf(isWanted: (name: (typeof eventFilters)[number]) => boolean): readonly string[] {
  return [...new Set(eventFilters.filter(isWanted).flatMap((name) => factOf(name).columns))];
}

const ownColumns = columnsOf((name) => !isOfClicks(factOf(name)));
const clickColumns = columnsOf((name) => isOfClicks(factOf(name)));

/**
 * The clicks that got the credit for the conversions. A click id does not sort by time in ClickHouse,
 * so each click is searched on the day and the link that its conversion names.
 */
function credit(when: (time: string) => string): string {
  const conversions = `
    FROM conversions
    WHERE user_id = {userId:UUID} AND ${when('converted_at')}
      AND click_id != toUUID('00000000-0000-0000-0000-000000000000')`;
  return `
    LEFT ANY JOIN (
      SELECT click_id, class, ${clickColumns.join(', ')}
      FROM clicks
      WHERE user_id = {userId:UUID}
        AND (toDate(clicked_at), link_id) IN (SELECT toDate(clicked_at), link_id ${conversions})
        AND click_id IN (SELECT click_id ${conversions})
    ) AS k ON c.click_id = k.click_id`;
}

/**
 * True for clicks that totals read from `clicks` itself. The months with a fold in state 'counted'
 * are read from the archive instead, until the fold is 'dropped' together with the month's clicks.
 * `time` is an expression over `clicked_at` that the intended projection has.
 */
export function outsideArchive(time: string): string {
  return `toYYYYMM(${time}) NOT IN (
    SELECT month FROM archive_folds GROUP BY month, fold HAVING max(step) = 'counted')`;
}

/** True for rows of the archive that count: other folds are leftovers of interrupted attempts. */
export const insideArchive = 'fold IN (SELECT fold FROM archive_folds)';

/** True for rows that count as conversions: refunds are only in sums of money. */
export const isConversion = `NOT startsWith(conversion_key, 'r:')`;
