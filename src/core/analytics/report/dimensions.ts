import type { FilterName } from './filters.ts';

/** The lists of a report, and the filter that takes the values of each list's rows. */
export const filterOfDimension = {
  links: 'link',
  countries: 'country',
  cities: 'city',
  devices: 'device',
  browsers: 'browser',
  systems: 'os',
  referrers: 'referrer',
  channels: 'channel',
  entries: 'entry',
  utmSources: 'utm_source',
  utmMediums: 'utm_medium',
  utmCampaigns: 'utm_campaign',
  utmTerms: 'utm_term',
  utmContents: 'utm_content',
  variants: 'variant',
  rules: 'rule',
} as const satisfies Readonly<Record<string, FilterName>>;

export type Dimension = keyof typeof filterOfDimension;

export const dimensions: readonly Dimension[] = [
  'links',
  'countries',
  'cities',
  'devices',
  'browsers',
  'systems',
  'referrers',
  'channels',
  'entries',
  'utmSources',
  'utmMediums',
  'utmCampaigns',
  'utmTerms',
  'utmContents',
  'variants',
  'rules',
];

/** One value for each list, computed from the list's name. */
export function perDimension<Value>(
  valueOf: (dimension: Dimension) => Value,
): Readonly<Record<Dimension, Value>> {
  return {
    links: valueOf('links'),
    countries: valueOf('countries'),
    cities: valueOf('cities'),
    devices: valueOf('devices'),
    browsers: valueOf('browsers'),
    systems: valueOf('systems'),
    referrers: valueOf('referrers'),
    channels: valueOf('channels'),
    entries: valueOf('entries'),
    utmSources: valueOf('utmSources'),
    utmMediums: valueOf('utmMediums'),
    utmCampaigns: valueOf('utmCampaigns'),
    utmTerms: valueOf('utmTerms'),
    utmContents: valueOf('utmContents'),
    variants: valueOf('variants'),
    rules: valueOf('rules'),
  };
}
