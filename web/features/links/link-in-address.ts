import { atom } from 'jotai';
import { addressAtom } from '#web/app/state/address.ts';

/** The id of the link that the page is filtered by (`?link=`); null for all links. */
export const linkInAddressAtom = atom(
  (get) => get(addressAtom).get('link'),
  (_, set, link: string): void => set(addressAtom, { link }, { replace: true }),
);
