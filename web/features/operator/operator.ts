import { atom } from 'jotai';
import type {
  AccountChange,
  OperatedAccountJson as Account,
  ShownInstanceJson,
} from '#contract/operators';
import type { AnswerJson } from '#contract/route';
import type { Routes } from '#contract/routes';
import { call } from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';
import { clientAtom } from '#web/app/state/client.ts';
import { withProof } from '#web/app/state/reauthentication.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const refreshMs = 10_000;

/** The state of the instance, every ten seconds. 404 for people who do not run it. */
export const instanceQuery = queryAtom<ShownInstanceJson>(() => ({
  queryKey: ['operator', 'instance'],
  queryFn: () => call('GET /api/admin'),
  refetchInterval: refreshMs,
  retry: (count, error) => count < 3 && !isNotTheirs(error),
}));

export function isNotTheirs(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

export const storageQuery = queryAtom<AnswerJson<Routes['GET /api/admin/storage']>>(() => ({
  queryKey: ['operator', 'storage'],
  queryFn: () => call('GET /api/admin/storage'),
}));

export const messagesQuery = queryAtom<AnswerJson<Routes['GET /api/admin/messages']>>(() => ({
  queryKey: ['operator', 'messages'],
  queryFn: () => call('GET /api/admin/messages'),
}));

export const reportsQuery = queryAtom<AnswerJson<Routes['GET /api/admin/reports']>>(() => ({
  queryKey: ['operator', 'reports'],
  queryFn: () => call('GET /api/admin/reports'),
}));

/** The text of the last search; each search is in the history of the accounts that it shows. */
export const searchAtom = atom('');

export const accountsQuery = queryAtom<Account[]>((get) => {
  const search = get(searchAtom);
  return {
    queryKey: ['operator', 'accounts', search],
    queryFn: () => (search === '' ? [] : call('GET /api/admin/accounts', { query: { search } })),
    staleTime: Infinity,
  };
});

/** Puts the changed account into the list of the last search. */
const keepAccountAtom = atom(null, (get, _, changed: Account): void => {
  const queryKey = ['operator', 'accounts', get(searchAtom)];
  get(clientAtom).setQueryData<Account[]>(queryKey, (before) =>
    before?.map((account) => (account.id === changed.id ? changed : account)),
  );
});

type Changed = { readonly id: string; readonly change: AccountChange };

export const changeAccountAtom = atom(null, async (_, set, { id, change }: Changed) => {
  const changed = await withProof(set, () =>
    call('PUT /api/admin/accounts/:id', { params: { id }, body: change }),
  );
  set(keepAccountAtom, changed);
});

/** Sends the waiting mails again; returns their number. */
export async function resendMails(id: string): Promise<number> {
  return (await call('POST /api/admin/accounts/:id/mails', { params: { id } })).retried;
}

/** Makes a link that sets a new password. It is shown once. */
export const makeResetLinkAtom = atom(null, async (_, set, id: string): Promise<string> => {
  const path = 'POST /api/admin/accounts/:id/reset-link';
  return (await withProof(set, () => call(path, { params: { id } }))).url;
});
