import { atom } from 'jotai';
import { personalAtom } from '#web/app/state/personal-atom.ts';
import { personalKeys, storedJson } from '#web/app/state/stored-atom.ts';

const longest = 50;

/** A person's last statements, newest first. A damaged list is an empty one. */
const statementsAtom = personalAtom<readonly string[]>({
  key: personalKeys.sql,
  read(text) {
    const stored = storedJson(text);
    return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string') : [];
  },
  write: (statements) => JSON.stringify(statements),
});

/**
 * The person's last statements in this browser, newest first. A write adds a statement at the
 * front, and removes an earlier equal one.
 */
export const sqlHistoryAtom = atom(
  (get) => get(statementsAtom),
  (_, set, query: string): void =>
    set(statementsAtom, (before) =>
      [query, ...before.filter((known) => known !== query)].slice(0, longest),
    ),
);

/** The last text that the person wrote in this browser, run or not; null for none. */
export const sqlDraftAtom = personalAtom<string | null>({
  key: `${personalKeys.sql}draft.`,
  read: (text) => text,
  write: (text) => text,
});
