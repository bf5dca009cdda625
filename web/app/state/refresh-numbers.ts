import { atom } from 'jotai';
import { numbersVersion } from '#web/numbers-version.ts';
import { clientAtom } from './client.ts';

/** The queries that a change of a link or conversion can affect. */
const changed = [['links'], ['analytics'], ['conversions']].map((queryKey) => ({
  queryKey,
}));

/**
 * Fetches again all data that a change can affect. Calls that are still running are cancelled
 * first: their answers may be older than the change.
 */
export const refreshNumbersAtom = atom(null, async (get): Promise<void> => {
  const client = get(clientAtom);
  await Promise.all(changed.map((which) => client.cancelQueries(which)));
  numbersVersion.startRound();
  await Promise.all(changed.map((which) => client.invalidateQueries(which)));
});
