import { atom } from 'jotai';
import { clientAtom } from './client.ts';

/** What a write to a link or to a conversion may have changed. */
const changed = [['links'], ['analytics'], ['all referrers'], ['conversions']].map((queryKey) => ({
  queryKey,
}));

/**
 * Asks again for everything that a write may have changed. A first answer that is still under way
 * may be older than the write, and a cache without any answer would content itself with it.
 */
export const refreshNumbersAtom = atom(null, async (get): Promise<void> => {
  const client = get(clientAtom);
  await Promise.all(changed.map((which) => client.cancelQueries(which)));
  await Promise.all(changed.map((which) => client.invalidateQueries(which)));
});
