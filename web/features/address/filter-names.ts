import type { FilterName } from '#contract/analytics/report-filters';

/** The names of filters on screens. */
export const filterLabels: Readonly<Record<FilterName, string>> = {
  link: 'Link',
  tag: 'Tag',
  folder: 'Folder',
  country: 'Country',
  city: 'City',
  device: 'Device',
  browser: 'Browser',
  os: 'Operating system',
  referrer: 'Referrer',
  channel: 'Channel',
  entry: 'Link or QR code',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
  variant: 'Destination',
  rule: 'Rule',
  class: 'Visits',
};

/** How a filter compares, behind its name: `Country is not Germany`. */
export const operatorWords = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  doesNotContain: 'does not contain',
} as const;
