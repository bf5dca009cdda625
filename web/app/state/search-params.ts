import { atom } from 'jotai';
import { startTransition } from 'react';
import type { DataRouter } from 'react-router';

const routerAtom = atom<DataRouter | null>(null);
const searchAtom = atom('');

/** Query parameters to set. A list sets one several times; null removes a parameter. */
export type SearchParamsChange = Readonly<Record<string, string | readonly string[] | null>>;

type Step = {
  /** Whether to replace the current history entry. */
  readonly replace?: boolean;
};

/**
 * The query parameters of the current URL. Writing changes the given ones and keeps the others.
 * Where that changes nothing, it adds no step to the browser's history. On the way to another screen
 * it does nothing: it would cancel the way.
 */
export const searchParamsAtom = atom(
  (get): URLSearchParams => new URLSearchParams(get(searchAtom)),
  (
    get,
    _,
    ...[wanted, { replace = false } = {}]: [wanted: SearchParamsChange, step?: Step]
  ): void => {
    const router = get(routerAtom);
    if (!router) return;
    const next = router.state.navigation.location?.pathname;
    if (next !== undefined && next !== router.state.location.pathname) return;
    const before = router.state.location.search;
    const searchParams = changedSearchParams(new URLSearchParams(before), wanted);
    if (isSameQuery(before, searchParams.toString())) return;
    void router.navigate(
      { search: searchParams.toString() },
      { replace, preventScrollReset: true },
    );
  },
);

/** Opens a screen, from a place that has no router, as a toast. */
export const openScreenAtom = atom(null, (get, _, path: string): void => {
  void get(routerAtom)?.navigate(path);
});

/** The parameters after a change. Parameters that the change does not name keep their place. */
export function changedSearchParams(
  before: URLSearchParams,
  wanted: SearchParamsChange,
): URLSearchParams {
  const searchParams = new URLSearchParams(before);
  for (const [name, value] of Object.entries(wanted)) {
    if (typeof value === 'string') {
      searchParams.set(name, value);
      continue;
    }
    searchParams.delete(name);
    for (const each of value ?? []) searchParams.append(name, each);
  }
  return searchParams;
}

/** Whether two addresses ask the same question. The order of their parameters does not matter. */
export function isSameQuery(one: string, other: string): boolean {
  return sortedQuery(one) === sortedQuery(other);
}

function sortedQuery(query: string): string {
  const parts = [...new URLSearchParams(query)].map((part) => JSON.stringify(part));
  return parts.toSorted().join();
}

/**
 * Follows a router's address, in the same transition in which its screens change. Returns a
 * function that stops following.
 */
export const followRouterAtom = atom(null, (_, set, router: DataRouter): (() => void) => {
  set(routerAtom, router);
  set(searchAtom, router.state.location.search);
  const stop = router.subscribe(({ location }) =>
    startTransition(() => set(searchAtom, location.search)),
  );
  return () => {
    stop();
    set(routerAtom, null);
  };
});
