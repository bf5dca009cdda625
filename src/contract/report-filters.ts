/** What a report can be narrowed by. The names are also the parameters of its address. */
export const filterNames = [
  ...(['link', 'tag', 'folder', 'country', 'city', 'device', 'browser', 'os'] as const),
  ...(['referrer', 'channel'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const),
  ...(['entry', 'variant', 'rule', 'class'] as const),
] as const;
export type FilterName = (typeof filterNames)[number];

/** Stands for links without a tag or a folder where links are filtered by them. */
export const unlabelled = '(none)';

/** The values of one filter. A row matches one of them. */
export const mostFilterValues = 20;
/** Of a value, in UTF-16 units. Campaigns, which are the longest, are stored as long as this. */
export const longestFilterValue = 256;
/** The days of a report. */
export const mostReportDays = 800;
/** The name of conversions whose click is not known: they have no value in any list but that of links. */
export const unmatchedName = 'Not matched to a click';

/** The lists of a report. */
export const dimensions = [
  ...(['links', 'countries', 'cities', 'devices', 'browsers', 'systems', 'referrers'] as const),
  ...(['channels', 'entries'] as const),
  ...(['utmSources', 'utmMediums', 'utmCampaigns', 'utmTerms', 'utmContents'] as const),
  ...(['variants', 'rules'] as const),
] as const;
export type Dimension = (typeof dimensions)[number];

/** The filter that takes the values of each list's rows. */
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
} as const satisfies Readonly<Record<Dimension, FilterName>>;
