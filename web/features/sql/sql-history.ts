import { atom } from 'jotai';
import { userIdAtom } from '#web/app/state/account.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { personalKeys, storedAtom, storedJson } from '#web/app/state/stored-atom.ts';

const longest = 50;

/** A person's last statements, newest first. A damaged list is an empty one. */
const statementsOf = atomPer((userId: string) =>
  storedAtom<readonly string[]>({
    key: personalKeys.sql + userId,
    read(text) {
      const stored = storedJson(text);
      return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string') : [];
    },
    write: (statements) => JSON.stringify(statements),
  }),
);

/** The last text that a person wrote, run or not; null for none. */
const draftOf = atomPer((userId: string) =>
  storedAtom<string | null>({
    key: `${personalKeys.sql}draft.${userId}`,
    read: (text) => text,
    write: (text) => text,
  }),
);

/**
 * The person's last statements in this browser, newest first. A write adds a statement at the
 * front, and removes an earlier equal one.
 */
export const sqlHistoryAtom = atom(
  (get) => {
    const userId = get(userIdAtom);
    return userId === null ? [] : get(statementsOf(userId));
  },
  (get, set, query: string): void => {
    const userId = get(userIdAtom);
    if (userId === null) return;
    set(statementsOf(userId), (before) =>
      [query, ...before.filter((known) => known !== query)].slice(0, longest),
    );
  },
);

/** The last text that the person wrote in this browser, run or not. An empty text is not kept. */
export const sqlDraftAtom = atom(
  (get) => {
    const userId = get(userIdAtom);
    return userId === null ? null : get(draftOf(userId));
  },
  (get, set, text: string): void => {
    const userId = get(userIdAtom);
    if (userId !== null) set(draftOf(userId), text.trim() === '' ? null : text);
  },
);
