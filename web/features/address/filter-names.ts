/** What a report can be narrowed by: the names of its address, which are those of the API. */
export const filterNames = [
  ...([
    'link',
    'tag',
    'folder',
    'country',
    'city',
    'device',
    'browser',
    'os',
    'referrer',
    'channel',
  ] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const),
  ...(['entry', 'variant', 'rule', 'class'] as const),
] as const;

export type FilterName = (typeof filterNames)[number];

/** A filter's name for people. */
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
  variant: 'Variant',
  rule: 'Rule',
  class: 'Visits',
};
