import { atom } from 'jotai';
import { startTransition } from 'react';
import type { DataRouter } from 'react-router';

const routerAtom = atom<DataRouter | null>(null);
const searchAtom = atom('');

/** What a screen's address is to say from now on; null takes a parameter out. */
export type AddressChange = Readonly<Record<string, string | null>>;

type Step = {
  /** In place of the present step of the browser's history. */
  readonly replace?: boolean;
};

/** The parameters of the screen's address. Writing changes some of them. */
export const addressAtom = atom(
  (get): URLSearchParams => new URLSearchParams(get(searchAtom)),
  (get, _, ...[wanted, { replace = false } = {}]: [wanted: AddressChange, step?: Step]): void => {
    const router = get(routerAtom);
    if (!router) return;
    const address = new URLSearchParams(router.state.location.search);
    for (const [name, value] of Object.entries(wanted)) {
      if (value === null) address.delete(name);
      else address.set(name, value);
    }
    void router.navigate({ search: address.toString() }, { replace, preventScrollReset: true });
  },
);

/**
 * Follows the address of a router, in the same transition in which its screens change. Returns a
 * function that ends this.
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
