import { atom } from 'jotai';
import { api, ask, type SavedView } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const viewsKey = ['saved views'];

/** As the API limits it. */
export const longestViewName = 60;

/** The account's saved views: the report's address under a name. */
export const viewsQuery = queryAtom<readonly SavedView[]>(() => ({
  queryKey: viewsKey,
  queryFn: () => ask(api.analytics.views.get()),
}));

/** Whether two addresses ask the same: the order of their parameters says nothing. */
export function isSameQuery(one: string, other: string): boolean {
  return sortedQuery(one) === sortedQuery(other);
}

function sortedQuery(query: string): string {
  const parts = [...new URLSearchParams(query)].map((part) => JSON.stringify(part));
  return parts.toSorted().join();
}

export type NewView = Pick<SavedView, 'name' | 'query'>;

export const saveViewAtom = atom(null, async (_, set, view: NewView): Promise<void> => {
  await ask(api.analytics.views.post(view));
  await set(reloadAtom, viewsKey);
});

export const removeViewAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await ask(api.analytics.views({ id }).delete());
  await set(reloadAtom, viewsKey);
});

/** Gives a view another address. */
export const replaceViewAtom = atom(
  null,
  async (_, set, { id, query }: Pick<SavedView, 'id' | 'query'>): Promise<void> => {
    await ask(api.analytics.views({ id }).patch({ query }));
    await set(reloadAtom, viewsKey);
  },
);
