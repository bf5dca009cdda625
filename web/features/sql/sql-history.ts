import { atom } from 'jotai';
import { accountAtom } from '#web/features/account/account.ts';
import { storedDraft, storeDraft, storedStatements, storeStatement } from './stored-statements.ts';

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

/** How many drafts were kept since the page opened. */
const keptAtom = atom(0);

/** What the person wrote last in this browser, run or not; a write keeps the text so far. */
export const sqlDraftAtom = atom(
  (get) => {
    get(keptAtom);
    const userId = get(userIdAtom);
    return userId === null ? null : storedDraft(userId);
  },
  (get, set, text: string): void => {
    const userId = get(userIdAtom);
    if (userId === null) return;
    storeDraft(userId, text);
    set(keptAtom, (count) => count + 1);
  },
);
