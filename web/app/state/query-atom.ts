import { hashKey, QueryObserver } from '@tanstack/query-core';
import type { DefaultError, QueryObserverOptions, QueryObserverResult } from '@tanstack/query-core';
import { type Atom, atom, type createStore, type Getter } from 'jotai';
import { clientAtom } from './client.ts';

/** How often each entry has left the cache, by the hash of its key. */
const removals = atom<Readonly<Record<string, number>>>({});

/**
 * Lets the atoms of `store` notice entries that leave the cache: collected after five minutes
 * without an observer, or cleared at logout. Call it once; the answer undoes it.
 */
export function watchRemovals(store: ReturnType<typeof createStore>) {
  return store
    .get(clientAtom)
    .getQueryCache()
    .subscribe(({ type, query }) => {
      if (type !== 'removed') return;
      const hash = query.queryHash;
      store.set(removals, (counts) => ({ ...counts, [hash]: (counts[hash] ?? 0) + 1 }));
    });
}

/**
 * What the server knows, as an atom: the result of a query observer that lives as long as the atom
 * is mounted. `options` may read other atoms. An atom never outlives its entry in the cache: when
 * the entry goes, the atom starts afresh, with nothing in it.
 */
export function queryAtom<T>(
  options: (get: Getter) => QueryObserverOptions<T, DefaultError, T, T>,
): Atom<QueryObserverResult<T>> {
  const observed = atom((get) => {
    const wanted = options(get);
    const hash = hashKey(wanted.queryKey);
    get(atom((read) => read(removals)[hash] ?? 0));

    const observer = new QueryObserver(get(clientAtom), wanted);
    const result = atom(observer.getCurrentResult());
    result.onMount = (set) => {
      set(observer.getCurrentResult());
      return observer.subscribe(set);
    };
    return result;
  });
  return atom((get) => get(get(observed)));
}
