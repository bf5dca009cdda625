/** The filters of a report. The names are also the parameters of its address. */
export const filterNames = [
  ...(['link', 'tag', 'folder', 'country', 'city', 'device', 'browser', 'os'] as const),
  ...(['referrer', 'channel'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const),
  ...(['entry', 'variant', 'rule', 'class'] as const),
] as const;
export type FilterName = (typeof filterNames)[number];

/** The filters whose values are free text, so that a part of it can be asked for. */
export const textFilters = [
  ...(['city', 'browser', 'os', 'referrer'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const),
] as const satisfies readonly FilterName[];

/** The filter value for links without a tag or without a folder. */
export const unlabelled = '(none)';

/** Limit of values of one filter. A row passes when it has one of them. */
export const mostFilterValues = 20;
/**
 * Limit of the length of a value, in UTF-16 units. Campaigns, the longest values, are stored up to
 * this length.
 */
export const longestFilterValue = 256;
/** Limit of days of a report. */
export const mostReportDays = 800;
/** Limit of the lists that one call of a shared report's visitor asks for. */
export const mostPublicLists = 6;
/** The name of conversions whose click is not known: they have no value in any list but that of links. */
export const unmatchedName = 'Not matched to a click';

/** What the days of a report are shown by. One day is shown by its hours. */
export const reportUnits = ['day', 'week', 'month'] as const;
export type ReportUnit = (typeof reportUnits)[number];

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
