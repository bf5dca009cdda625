import { useSyncExternalStore } from 'react';

const phone = watched('(width < 821px)');
const narrow = watched('(width < 1100px)');

/** Whether the window is narrower than the `md:` breakpoint. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(phone.subscribe, phone.matches);
}

/** Whether a table of eight columns has no room beside the navigation. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(narrow.subscribe, narrow.matches);
}

function watched(query: string) {
  let asked: MediaQueryList | undefined;
  // Not before the first use: unit tests import components and have no window.
  const media = () => (asked ??= window.matchMedia(query));
  return {
    matches: () => media().matches,
    subscribe(onChange: () => void): () => void {
      media().addEventListener('change', onChange);
      return () => media().removeEventListener('change', onChange);
    },
  };
}
