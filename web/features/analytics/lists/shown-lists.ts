import { atom } from 'jotai';
import { tabAtom } from '#web/features/analytics/report/report-state.ts';
import type { Dimension } from '#contract/analytics/report-filters';

export const placesTabAtom = tabAtom('places', ['countries', 'cities', 'map']);

export const sourcesTabAtom = tabAtom('sources', [
  'referrers',
  'channels',
  'campaigns',
  'utm',
  'links',
  'entries',
  'rules',
]);

export const utmTabAtom = tabAtom('utm', ['utmSources', 'utmMediums', 'utmTerms', 'utmContents']);

export const devicesTabAtom = tabAtom('devices', ['devices', 'browsers', 'systems']);

/** The lists of the open tabs. A public page requests only these, together with its report. */
export const shownListsAtom = atom((get): readonly Dimension[] => {
  const [places, sources] = [get(placesTabAtom), get(sourcesTabAtom)];
  return [
    places === 'map' ? 'countries' : places,
    sources === 'utm' ? get(utmTabAtom) : sources === 'campaigns' ? 'utmCampaigns' : sources,
    get(devicesTabAtom),
  ];
});
