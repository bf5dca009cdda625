import { tabAtom } from '#web/features/analytics/report/report-state.ts';

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
