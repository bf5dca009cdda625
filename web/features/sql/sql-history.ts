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

/** What a person wrote last, run or not; null when nothing was written. */
const draftOf = atomPer((userId: string) =>
  storedAtom<string | null>({
    key: `${personalKeys.sql}draft.${userId}`,
    read: (text) => text,
    write: (text) => text,
  }),
);

/**
 * The person's last statements in this browser, newest first. A write puts one in front; the same one
 * farther back goes.
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

/**
 * What the person wrote last in this browser, run or not; a write keeps the text so far. An empty text
 * is no draft.
 */
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
