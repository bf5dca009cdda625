import {
  type ClickProperty,
  type ConversionProperty,
  notAssigned,
  variantNames,
} from '#contract/analytics/query-words';
import { unmatchedName } from '#contract/analytics/report-filters';
import {
  type EventFilter,
  type Fact,
  factOf,
  isOfClicks,
} from '#adapters/clickhouse/analytics/facts';

export type Property = ClickProperty | ConversionProperty;

/** How a column is written in a statement: bare, or with the name of its table. */
export type Column = (name: string) => string;

/** The columns that only conversions have. */
const ofConversions = {
  eventType: 'event_type',
  source: 'source',
  trust: 'trust',
  currency: 'currency',
} as const satisfies Readonly<Record<ConversionProperty, string>>;

const filterOf = {
  link: 'link',
  country: 'country',
  city: 'city',
  device: 'device',
  browser: 'browser',
  os: 'os',
  referrer: 'referrer',
  channel: 'channel',
  entry: 'entry',
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
  variant: 'variant',
  rule: 'rule',
} as const satisfies Readonly<Record<Exclude<ClickProperty, 'class'>, EventFilter>>;

/** The columns of clicks and of their counts by day that the property is made of. */
export function columnsOf(property: Property): readonly string[] {
  if (isOfConversions(property)) return [ofConversions[property]];
  return property === 'class' ? ['class'] : factOf(filterOf[property]).columns;
}

export function isOfConversions(property: Property): property is ConversionProperty {
  return property in ofConversions;
}

/** Whether conversions have the property only from their click. */
export function isFromClick(property: Property): boolean {
  const fact = matchedFact(property);
  return fact !== null && isOfClicks(fact);
}

function matchedFact(property: Property): Fact | null {
  return isOfConversions(property) || property === 'class' ? null : factOf(filterOf[property]);
}

/** What a conversion must have to have the property; null: it always has it. */
export function matchOf(property: Property): Fact['match'] {
  return matchedFact(property)?.match ?? null;
}

/** The name of an event's value as rows show it, and the country of a city. */
export function namesOf(
  property: Property,
  column: Column,
): readonly [name: string, detail: string] {
  const [first = '', second] = columnsOf(property);
  const fact = matchedFact(property);
  const text = `toString(${column(first)})`;
  const named = (value: string, empty: string) => `if(${value} = '', '${empty}', ${value})`;
  if (property === 'variant') {
    const names = [notAssigned, ...variantNames].map((name) => `'${name}'`).join(', ');
    return [`[${names}][least(${column(first)}, ${variantNames.length}) + 1]`, `''`];
  }
  switch (fact?.holds) {
    case 'text':
      return [named(text, fact.empty), `''`];
    case 'place':
      return [named(text, fact.empty), named(`toString(${column(second ?? first)})`, fact.empty)];
    case 'UInt8':
    case 'UInt32':
      return [`if(${column(first)} = 0, '${fact.empty}', ${text})`, `''`];
    case 'id':
    case 'word':
    case undefined:
      return [text, `''`];
  }
}

/** The value that filters take: of a city with its country. */
export function valueOf(property: Property, name: string, detail: string): string {
  return property === 'city' && name !== unmatchedName ? `${name},${detail}` : name;
}
