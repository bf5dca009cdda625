/** What can be counted. Money is in cents. */
export const metrics = [
  ...(['clicks', 'botClicks', 'uniqueVisitors', 'conversions', 'conversionRate'] as const),
  ...(['revenue', 'profit', 'refunds', 'percentage'] as const),
  ...(['cost', 'roi', 'earningsPerClick'] as const),
] as const;
export type Metric = (typeof metrics)[number];

/** Properties of a click. A conversion has those of the click that got the credit. */
export const clickProperties = [
  ...(['link', 'country', 'city', 'device', 'browser', 'os', 'referrer', 'channel'] as const),
  ...(['entry', 'utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'] as const),
  ...(['variant', 'rule', 'class'] as const),
] as const;
/** Properties that only a conversion has. */
export const conversionProperties = ['eventType', 'source', 'trust', 'currency'] as const;
/** Properties of links. */
export const linkLabels = ['tag', 'folder'] as const;
/** What comes again: a unit of it stands for all of the range's `Mondays`, `07:00` or `Monday 07:00`. */
export const timeCycles = ['weekday', 'hourOfDay', 'hourOfWeek'] as const;
export type TimeCycle = (typeof timeCycles)[number];

/** `time` fits the range: hours for one day, otherwise days. */
export const timeDimensions = [
  ...(['time', 'time:hour', 'time:day', 'time:week', 'time:month'] as const),
  ...(['time:weekday', 'time:hourOfDay', 'time:hourOfWeek'] as const),
] as const;

/** What rows can be narrowed by. */
export const filterDimensions = [
  ...clickProperties,
  ...linkLabels,
  ...conversionProperties,
] as const;
/** What rows can be grouped by. */
export const queryDimensions = [...timeDimensions, ...filterDimensions] as const;

export type ClickProperty = (typeof clickProperties)[number];
export type ConversionProperty = (typeof conversionProperties)[number];
export type LinkLabel = (typeof linkLabels)[number];
export type TimeDimension = (typeof timeDimensions)[number];
export type FilterDimension = (typeof filterDimensions)[number];
export type QueryDimension = (typeof queryDimensions)[number];

export const operators = ['is', 'isNot', 'contains', 'doesNotContain'] as const;

/** `all` begins on the first day with data, see docs/analytics-query.md. */
export const rangePresets = ['today', 'yesterday', '7d', '30d', '90d', '12m', 'all'] as const;
export type RangePreset = (typeof rangePresets)[number];

/** Limits of one question. */
export const mostDimensions = 2;
export const mostQueryFilters = 10;
export const mostQueryRows = 1000;
export const usualQueryRows = 100;
/** Limit of the days by hour, in all questions of one call together. */
export const mostHourDays = 366;
/** Limit of questions in one call. */
export const mostQueries = 20;
/** Limit of the rows of a file. */
export const mostFileRows = 100_000;

/** The variants of a split test by their place, and of clicks outside of one. */
export const variantNames = ['A', 'B', 'C', 'D'] as const;
export const notAssigned = 'Not assigned';
