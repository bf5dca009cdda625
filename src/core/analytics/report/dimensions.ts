import type { FilterName } from '#contract/report-filters';

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

/** Lists by name. Those that nobody asked for are absent. */
export type Lists<List> = Readonly<Partial<Record<Dimension, List>>>;

/** One list for each name. */
export function perDimension<List>(
  wanted: readonly Dimension[],
  listOf: (dimension: Dimension) => List,
): Lists<List> {
  return Object.fromEntries(wanted.map((dimension) => [dimension, listOf(dimension)]));
}

/** Each list changed; absent ones stay absent. */
export function mapLists<From, To>(
  lists: Lists<From>,
  change: (list: From, dimension: Dimension) => To,
): Lists<To> {
  const changed = dimensions.flatMap((dimension) => {
    const list = lists[dimension];
    return list === undefined ? [] : [[dimension, change(list, dimension)] as const];
  });
  return Object.fromEntries(changed);
}
