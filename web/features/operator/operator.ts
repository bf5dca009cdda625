import { atom } from 'jotai';
import {
  type AdminAccount,
  type AdminMessage,
  type AdminReport,
  api,
  ask,
  type InstanceState,
} from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';
import { clientAtom } from '#web/app/state/client.ts';
import { withProof } from '#web/app/state/reauthentication.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const refreshMs = 10_000;

/** The state of the instance, every ten seconds. 404 for people who do not run it. */
export const instanceQuery = queryAtom<InstanceState>(() => ({
  queryKey: ['operator', 'instance'],
  queryFn: () => ask(api.admin.get()),
  refetchInterval: refreshMs,
  retry: (count, error) => count < 3 && !isNotTheirs(error),
}));

export function isNotTheirs(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

export const storageQuery = queryAtom<{ userId: string; clicks: number }[]>(() => ({
  queryKey: ['operator', 'storage'],
  queryFn: () => ask(api.admin.storage.get()),
}));

export const messagesQuery = queryAtom<AdminMessage[]>(() => ({
  queryKey: ['operator', 'messages'],
  queryFn: () => ask(api.admin.messages.get()),
}));

export const reportsQuery = queryAtom<AdminReport[]>(() => ({
  queryKey: ['operator', 'reports'],
  queryFn: () => ask(api.admin.reports.get()),
}));

/** The text of the last search; each search is in the history of the accounts that it shows. */
export const searchAtom = atom('');

export const accountsQuery = queryAtom<AdminAccount[]>((get) => {
  const search = get(searchAtom);
  return {
    queryKey: ['operator', 'accounts', search],
    queryFn: () => (search === '' ? [] : ask(api.admin.accounts.get({ query: { search } }))),
    staleTime: Infinity,
  };
});

/** Puts the changed account into the list of the last search. */
const keepAccountAtom = atom(null, (get, _, changed: AdminAccount): void => {
  const queryKey = ['operator', 'accounts', get(searchAtom)];
  get(clientAtom).setQueryData<AdminAccount[]>(queryKey, (before) =>
    before?.map((account) => (account.id === changed.id ? changed : account)),
  );
});

type Change = { readonly isDisabled: boolean } | { readonly trialEndsAt: string };

type Changed = { readonly id: string; readonly change: Change };

export const changeAccountAtom = atom(null, async (_, set, { id, change }: Changed) => {
  const changed = await withProof(set, () => ask(api.admin.accounts({ id }).put(change)));
  set(keepAccountAtom, changed);
});

/** Sends the waiting mails again; returns their number. */
export async function resendMails(id: string): Promise<number> {
  return (await ask(api.admin.accounts({ id }).mails.post())).retried;
}

/** Makes a link that sets a new password. It is shown once. */
export const makeResetLinkAtom = atom(null, async (_, set, id: string): Promise<string> => {
  const link = api.admin.accounts({ id })['reset-link'];
  return (await withProof(set, () => ask(link.post()))).url;
});
