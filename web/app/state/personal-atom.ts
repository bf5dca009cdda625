import { atom } from 'jotai';
import { userIdAtom } from './account.ts';
import { atomPer } from './atom-per.ts';
import { type Setting, storedAtom } from './stored-atom.ts';

/**
 * A setting that the browser stores for each person, under `key` with the person's id. Where nobody
 * is signed in, it is as if nothing were stored, and nothing is written.
 */
export function personalAtom<T>({ key, read, write }: Omit<Setting<T>, 'place'>) {
  const ownOf = atomPer((userId: string) => storedAtom({ key: key + userId, read, write }));
  return atom(
    (get): T => {
      const userId = get(userIdAtom);
      return userId === null ? read(null) : get(ownOf(userId));
    },
    (get, set, change: T | ((before: T) => T)): void => {
      const userId = get(userIdAtom);
      if (userId !== null) set(ownOf(userId), change);
    },
  );
}
