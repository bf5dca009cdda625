import { QueryClient, type QueryFilters, type QueryKey } from '@tanstack/query-core';
import { atom } from 'jotai';

const fiveMinutes = 5 * 60_000;

/**
 * The store's query cache. Answers are fresh for five minutes and removed five minutes after their
 * last use. Failed calls are not retried.
 */
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

/**
 * Fetches again every answer whose key begins with `queryKey`; without one, every answer. A running
 * call is cancelled, because its answer may be older than the change.
 */
export const reloadAtom = atom(null, async (get, _, queryKey?: QueryKey): Promise<void> => {
  const client = get(clientAtom);
  const which = queryKey ? { queryKey } : {};
  // invalidateQueries itself ends running calls, but not the first call of a query.
  const isFirst: QueryFilters['predicate'] = ({ state }) => state.data === undefined;
  void client.cancelQueries({ ...which, predicate: isFirst }, { silent: true });
  await client.invalidateQueries(which);
});
