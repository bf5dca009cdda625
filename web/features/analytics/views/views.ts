import { atom } from 'jotai';
import type { SavedView } from '#contract/analytics/saved';
import { call, callAll } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { dependentKeys } from '#web/app/state/dependent-keys.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const viewsKey = ['saved views'];

/** The account's saved views: the report's address under a name. */
export const viewsQuery = queryAtom<readonly SavedView[]>(() => ({
  queryKey: viewsKey,
  queryFn: () => callAll('GET /api/v1/analytics/views'),
}));

export type NewView = Pick<SavedView, 'name' | 'query'>;

export const saveViewAtom = atom(null, async (_, set, view: NewView): Promise<void> => {
  await call('POST /api/v1/analytics/views', { body: view });
  await set(reloadAtom, viewsKey);
});

/** Removes a view. The server removes its email reports too. */
export const removeViewAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/v1/analytics/views/:id', { params: { id } });
  await set(reloadAtom, viewsKey);
  void set(reloadAtom, dependentKeys.mailedReports);
});

/** Gives a view another address. */
export const replaceViewAtom = atom(
  null,
  async (_, set, { id, query }: Pick<SavedView, 'id' | 'query'>): Promise<void> => {
    await call('PATCH /api/v1/analytics/views/:id', { params: { id }, body: { query } });
    await set(reloadAtom, viewsKey);
  },
);
