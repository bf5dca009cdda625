import { atom } from 'jotai';
import { accountAtom } from '#web/features/account/account.ts';
import { storedStatements, storeStatement } from './stored-statements.ts';

const userIdAtom = atom((get) => {
  const account = get(accountAtom);
  return account.kind === 'in' ? account.user.id : null;
});

/** How many statements were stored since the page opened. */
const storedAtom = atom(0);

/** The person's last statements in this browser, newest first; a write puts one in front. */
export const sqlHistoryAtom = atom(
  (get) => {
    get(storedAtom);
    const userId = get(userIdAtom);
    return userId === null ? [] : storedStatements(userId);
  },
  (get, set, query: string): void => {
    const userId = get(userIdAtom);
    if (userId === null) return;
    storeStatement(userId, query);
    set(storedAtom, (count) => count + 1);
  },
);
