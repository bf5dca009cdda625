import { TupleParam } from '@clickhouse/client';
import {
  cityAndCountry,
  directName,
  noneName,
  unknownName,
  unmatchedName,
  type EventFilters,
} from '#core/analytics/report/filters';
import { filterOfDimension, type Dimension } from '#core/analytics/report/dimensions';
import { inLinkSet, linkSetParams } from '#adapters/clickhouse/analytics/link-set-sql';
import type { ReportScope } from '#core/analytics/report/report-reading';
import { clickFilters, hasValueFor, ownFilters, type EventFilter } from './matches-sql.ts';

/** How a column is written in a statement: bare, or with the name of its table. */
type Column = (name: string) => string;

const bare: Column = (name) => name;

/** True for clicks of the account that pass all filters but the one of the class. */
export function passingClicks(scope: ReportScope): string {
  const passing = [...ownFilters, ...clickFilters];
  return [...account(scope, bare), ...conditions(scope.filters, passing, bare)].join(' AND ');
}

/** True for clicks of the wanted classes. */
export const ofClass = 'class IN {class:Array(String)}';

/** True for conversions `c` of the account that pass the filters of their own columns. */
export function passingConversions(scope: ReportScope): string {
  const column: Column = (name) => `c.${name}`;
  return [...account(scope, column), ...matched(scope.filters, ownFilters, column)].join(' AND ');
}

/** True for conversions whose click `k` passes the filters of the columns that only clicks have. */
export function passingCredit({ filters }: ReportScope): string {
  const column: Column = (name) => `k.${name}`;
  const found = matched(filters, clickFilters, column);
  if (!admitsHumans(filters)) found.push(`k.${ofClass}`);
  return found.length === 0 ? 'true' : found.join(' AND ');
}

/** Whether conversions cannot be counted without their clicks. */
export function needsCredit({ filters }: ReportScope): boolean {
  return !admitsHumans(filters) || clickFilters.some((name) => filters[name] !== undefined);
}

/** Whether a list's values are in a column that only clicks have. */
export function isOfClicks(list: Dimension): boolean {
  return clickFilters.some((name) => name === filterOfDimension[list]);
}

/**
 * Whether all clicks of the wanted classes count: then the counts of quarters and days answer. While a
 * link is being erased the clicks themselves are read, without those of the link.
 */
export function isUnfiltered({ filters, among, erasedLinkIds }: ReportScope): boolean {
  const isOfEveryLink = among === null && erasedLinkIds.length === 0;
  return isOfEveryLink && Object.keys(filters).every((name) => name === 'class');
}

/** The values of all conditions here. */
export function filterParams({ userId, filters, among, erasedLinkIds }: ReportScope) {
  return {
    ...linkSetParams(among),
    userId,
    erasedLinkIds,
    ...filters,
    country: withEmpty(filters.country, unknownName),
    city: valuesOnly(filters.city)?.flatMap(places),
    device: valuesOnly(filters.device),
    channel: valuesOnly(filters.channel),
    entry: valuesOnly(filters.entry),
    browser: withEmpty(filters.browser, unknownName),
    os: withEmpty(filters.os, unknownName),
    referrer: withEmpty(filters.referrer, directName),
    utm_source: withEmpty(filters.utm_source, noneName),
    utm_medium: withEmpty(filters.utm_medium, noneName),
    utm_campaign: withEmpty(filters.utm_campaign, noneName),
    utm_term: withEmpty(filters.utm_term, noneName),
    utm_content: withEmpty(filters.utm_content, noneName),
    variant: valuesOnly(filters.variant)?.map(numberOf),
    rule: valuesOnly(filters.rule)?.map(numberOf),
  };
}

/** What columns can hold that are no text. */
function valuesOnly(values: readonly string[] | undefined) {
  return values?.filter((value) => value !== unmatchedName);
}

/** No variant and no rule are stored as 0. */
function numberOf(value: string): number {
  return value === noneName ? 0 : Number(value);
}

function admitsHumans(filters: EventFilters): boolean {
  return filters.class.includes('human');
}

function account({ among, erasedLinkIds }: ReportScope, column: Column): string[] {
  const found = [`${column('user_id')} = {userId:UUID}`];
  if (among !== null) found.push(inLinkSet(column('link_id'), among));
  if (erasedLinkIds.length > 0) {
    found.push(`${column('link_id')} NOT IN {erasedLinkIds:Array(UUID)}`);
  }
  return found;
}

function conditions(
  filters: EventFilters,
  names: readonly EventFilter[],
  column: Column,
): string[] {
  return names.filter((name) => filters[name] !== undefined).map((name) => condition(name, column));
}

/** The same for conversions: those without a value pass by the name that they have in the list. */
function matched(filters: EventFilters, names: readonly EventFilter[], column: Column): string[] {
  return names
    .filter((name) => filters[name] !== undefined)
    .map((name) => {
      const hasValue = hasValueFor(name);
      const passes = condition(name, column);
      if (hasValue === null) return passes;
      const isWanted = filters[name]?.includes(unmatchedName);
      return isWanted ? `(NOT (${hasValue}) OR ${passes})` : `(${hasValue} AND ${passes})`;
    });
}

function condition(name: EventFilter, column: Column): string {
  switch (name) {
    case 'link':
      return `${column('link_id')} IN {link:Array(UUID)}`;
    case 'city':
      return `(${column('city')}, ${column('country')}) IN {city:Array(Tuple(String, String))}`;
    case 'variant':
      return `${column('variant')} IN {variant:Array(UInt8)}`;
    case 'rule':
      return `${column('rule')} IN {rule:Array(UInt32)}`;
    case 'country':
    case 'device':
    case 'browser':
    case 'os':
    case 'referrer':
    case 'channel':
    case 'entry':
    case 'utm_source':
    case 'utm_medium':
    case 'utm_campaign':
    case 'utm_term':
    case 'utm_content':
      return `${column(name)} IN {${name}:Array(String)}`;
  }
}

/** A value that is not known is stored as the empty text, and shown by a name. */
function withEmpty(values: readonly string[] | undefined, name: string) {
  return values?.includes(name) ? [...values, ''] : values;
}

function places(value: string): TupleParam[] {
  const [city, country] = cityAndCountry(value);
  const countries = withEmpty([country], unknownName) ?? [];
  return (withEmpty([city], unknownName) ?? []).flatMap((one) =>
    countries.map((inCountry) => new TupleParam([one, inCountry])),
  );
}
