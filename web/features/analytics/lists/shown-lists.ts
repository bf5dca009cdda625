import { atom, type WritableAtom } from 'jotai';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import {
  type ListCardName,
  sortName,
  tabAtom,
} from '#web/features/analytics/report/report-state.ts';
import { type Sort, sortIn, sortText } from './list-columns.ts';

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

type SortAtom = WritableAtom<Sort | null, [Sort | null], void>;

/** The order of a card's lists, kept in the address; null: by the measure, the largest first. */
export const sortAtoms: Readonly<Record<ListCardName, SortAtom>> = {
  sources: sortAtom('sources'),
  places: sortAtom('places'),
  devices: sortAtom('devices'),
};

function sortAtom(card: ListCardName): SortAtom {
  const name = sortName(card);
  return atom(
    (get) => sortIn(get(searchParamsAtom).get(name)),
    (_, set, sort: Sort | null): void =>
      set(searchParamsAtom, { [name]: sort && sortText(sort) }, { replace: true }),
  );
}
