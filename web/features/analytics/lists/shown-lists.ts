import { atom } from 'jotai';
import { tabAtom } from '#web/features/analytics/report/report-state.ts';
import type { Dimension } from '#contract/analytics/report-filters';

export const placesTabAtom = tabAtom('places', ['countries', 'cities', 'map']);

export const sourcesTabAtom = tabAtom('sources', [
  'referrers',
  'channels',
  'utm',
  'entries',
  'rules',
  'links',
]);

export const utmTabAtom = tabAtom('utm', [
  'utmSources',
  'utmMediums',
  'utmCampaigns',
  'utmTerms',
  'utmContents',
]);

export const devicesTabAtom = tabAtom('devices', ['devices', 'browsers', 'systems']);

/**
 * The lists of the open tabs. A report requests only these lists: with every list the answer takes
 * about twice as long.
 */
export const shownListsAtom = atom((get): readonly Dimension[] => {
  const places = get(placesTabAtom);
  const sources = get(sourcesTabAtom);
  return [
    places === 'map' ? 'countries' : places,
    sources === 'utm' ? get(utmTabAtom) : sources,
    get(devicesTabAtom),
  ];
});
