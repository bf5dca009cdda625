import { atom } from 'jotai';
import { searchParamsAtom } from '#web/app/state/search-params.ts';

/** The id of the link that the page is filtered by (`?link=`); null for all links. */
export const linkInUrlAtom = atom(
  (get) => get(searchParamsAtom).get('link'),
  (_, set, link: string): void => set(searchParamsAtom, { link }, { replace: true }),
);
