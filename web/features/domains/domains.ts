import { atom } from 'jotai';
import type { DomainChanges, OwnDomainJson as Domain } from '#contract/domains';
import { call, callAll } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const domainsKey = ['domains'];

/** How often the page reads the states while a domain waits for its records. */
const waitingMs = 10_000;

/** The account's custom domains. */
export const domainsQuery = queryAtom<readonly Domain[]>(() => ({
  queryKey: domainsKey,
  queryFn: () => callAll('GET /api/v1/domains'),
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status !== 'active') ? waitingMs : false,
}));

/** Whether links can be created on a domain. */
export function isConnected({ status }: Domain): boolean {
  return status === 'active' || status === 'unpointed' || status === 'failing';
}

export const addDomainAtom = atom(null, async (_, set, domain: string): Promise<void> => {
  await call('POST /api/v1/domains', { body: { domain } });
  await set(reloadAtom, domainsKey);
});

export const checkDomainAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('POST /api/v1/domains/:id/check', { params: { id } });
  await set(reloadAtom, domainsKey);
});

export const checkAppLinksAtom = atom(null, (_get, _set, id: string) =>
  call('POST /api/v1/domains/:id/app-links/check', { params: { id } }),
);

type Changed = { readonly id: string; readonly change: DomainChanges };

/** Changes a domain, and returns it. The list is loaded again meanwhile. */
export const changeDomainAtom = atom(
  null,
  async (_, set, { id, change }: Changed): Promise<Domain> => {
    const changed = await call('PATCH /api/v1/domains/:id', { params: { id }, body: change });
    void set(reloadAtom, domainsKey);
    return changed;
  },
);

/** Removes a domain. Its links stay, at the short host. */
export const removeDomainAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/v1/domains/:id', { params: { id } });
  await Promise.all([set(reloadAtom, domainsKey), set(reloadAtom, ['links'])]);
});
