import { atom } from 'jotai';
import { reloadAtom } from './client.ts';

/** Begins the keys of the account's recent activity. */
export const activityKey = ['activity'];

/** Fetches the activity again where it is shown, after something that it lists. */
export const reloadActivityAtom = atom(null, (_, set) => set(reloadAtom, activityKey));
