import { hashKey, QueryObserver } from '@tanstack/query-core';
import type { DefaultError, QueryObserverOptions, QueryObserverResult } from '@tanstack/query-core';
import { type Atom, atom, type createStore, type Getter } from 'jotai';
import { startTransition } from 'react';
import { clientAtom } from './client.ts';

/** How many times each entry was removed from the cache, by the hash of its key. */
const removals = atom<Readonly<Record<string, number>>>({});

/**
 * Counts removals from the cache: after five minutes without an observer, or at logout. Call it
 * once per store. Returns a function that stops it.
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
 * Returns an atom with the result of a query. The atom observes the query while it is mounted.
 * `options` may read other atoms. When the entry is removed from the cache, the atom starts again
 * without data. Answers are shown in a transition, which React renders in short steps.
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
      return observer.subscribe((next) => startTransition(() => set(next)));
    };
    return result;
  });
  return atom((get) => get(get(observed)));
}
