import { QueryClient, type QueryKey } from '@tanstack/query-core';
import { atom } from 'jotai';

const fiveMinutes = 5 * 60_000;

/** The store's cache of server answers: five minutes fresh, five minutes kept, asked once. */
export const clientAtom = atom(
  () =>
    new QueryClient({
      defaultOptions: {
        queries: {
          staleTime: fiveMinutes,
          gcTime: fiveMinutes,
          retry: false,
          refetchOnWindowFocus: false,
          refetchInterval: false,
          networkMode: 'always',
          notifyOnChangeProps: ['data', 'error', 'status'],
        },
      },
    }),
);

/** Asks again for every answer whose key begins with this one. */
export const reloadAtom = atom(null, async (get, _, queryKey: QueryKey): Promise<void> => {
  await get(clientAtom).invalidateQueries({ queryKey });
});
