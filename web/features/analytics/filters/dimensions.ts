import type { FilterName } from '#contract/report-filters';
import type { Dimension } from '#web/features/analytics/report/report.ts';

/** A list of a report: the filter that its rows set, and what its values are called. */
type DimensionWords = {
  readonly filter: FilterName;
  readonly title: string;
  /** In the middle of a sentence. */
  readonly plural: string;
};

export const dimensions: Readonly<Record<Dimension, DimensionWords>> = {
  links: { filter: 'link', title: 'Links', plural: 'links' },
  countries: { filter: 'country', title: 'Countries', plural: 'countries' },
  cities: { filter: 'city', title: 'Cities', plural: 'cities' },
  devices: { filter: 'device', title: 'Devices', plural: 'devices' },
  browsers: { filter: 'browser', title: 'Browsers', plural: 'browsers' },
  systems: { filter: 'os', title: 'Systems', plural: 'operating systems' },
  referrers: { filter: 'referrer', title: 'Referrers', plural: 'referrers' },
  channels: { filter: 'channel', title: 'Channels', plural: 'channels' },
  entries: { filter: 'entry', title: 'Link or QR code', plural: 'ways to open links' },
  utmSources: { filter: 'utm_source', title: 'UTM sources', plural: 'UTM sources' },
  utmMediums: { filter: 'utm_medium', title: 'UTM mediums', plural: 'UTM mediums' },
  utmCampaigns: { filter: 'utm_campaign', title: 'UTM campaigns', plural: 'UTM campaigns' },
  utmTerms: { filter: 'utm_term', title: 'UTM terms', plural: 'UTM terms' },
  utmContents: { filter: 'utm_content', title: 'UTM contents', plural: 'UTM contents' },
  variants: { filter: 'variant', title: 'Variants', plural: 'variants' },
  rules: { filter: 'rule', title: 'Rules', plural: 'rules' },
};

export const dimensionNames: readonly Dimension[] = Object.keys(dimensions).filter(isDimension);

/** The list that has all values of a filter; labels and the classes of visits have none. */
export function dimensionOf(name: FilterName): Dimension | null {
  return dimensionNames.find((dimension) => dimensions[dimension].filter === name) ?? null;
}

function isDimension(text: string): text is Dimension {
  return Object.hasOwn(dimensions, text);
}
