import {
  type Dimension,
  dimensions,
  type FilterName,
  filterOfDimension,
} from '#contract/analytics/report-filters';

/** The words for the values of a list. */
type DimensionWords = {
  readonly title: string;
  /** As it is written in the middle of a sentence. */
  readonly plural: string;
};

export const dimensionWords: Readonly<Record<Dimension, DimensionWords>> = {
  links: { title: 'Links', plural: 'links' },
  countries: { title: 'Countries', plural: 'countries' },
  cities: { title: 'Cities', plural: 'cities' },
  devices: { title: 'Devices', plural: 'devices' },
  browsers: { title: 'Browsers', plural: 'browsers' },
  systems: { title: 'Systems', plural: 'operating systems' },
  referrers: { title: 'Referrers', plural: 'referrers' },
  channels: { title: 'Channels', plural: 'channels' },
  entries: { title: 'Link or QR code', plural: 'ways to open links' },
  utmSources: { title: 'UTM sources', plural: 'UTM sources' },
  utmMediums: { title: 'UTM mediums', plural: 'UTM mediums' },
  utmCampaigns: { title: 'Campaigns (UTM)', plural: 'campaigns' },
  utmTerms: { title: 'UTM terms', plural: 'UTM terms' },
  utmContents: { title: 'UTM contents', plural: 'UTM contents' },
  variants: { title: 'Destinations', plural: 'destinations' },
  rules: { title: 'Rules', plural: 'rules' },
};

/** The list that has all values of a filter; labels and the classes of visits have none. */
export function dimensionOf(name: FilterName): Dimension | null {
  return dimensions.find((dimension) => filterOfDimension[dimension] === name) ?? null;
}
