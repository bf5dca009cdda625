import { useSyncExternalStore } from 'react';

const phone = window.matchMedia('(width < 821px)');

/** Whether the window is narrower than the `md:` breakpoint. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}

function subscribe(onChange: () => void): () => void {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}
