import { useSyncExternalStore } from 'react';

const phone = window.matchMedia('(width < 821px)');

/** Whether the window is as narrow as a phone: the same line that `md:` draws. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}

function subscribe(onChange: () => void): () => void {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}
