import { type RefObject, useEffect, useRef } from 'react';

/**
 * Leads the focus to the bar of the selected links, and to the list when the bar disappears with
 * the focus in it.
 */
export function useBarFocus(isBarShown: boolean, list: RefObject<HTMLElement | null>) {
  const bar = useRef<HTMLDivElement>(null);
  const wasBarShown = useRef(isBarShown);
  useEffect(() => {
    const hasGone = wasBarShown.current && !isBarShown;
    wasBarShown.current = isBarShown;
    if (hasGone && document.activeElement === document.body) {
      list.current?.focus({ preventScroll: true });
    }
  }, [isBarShown, list]);
  const focusBar = (): boolean => {
    bar.current?.querySelector('button')?.focus();
    return isBarShown;
  };
  return { bar, focusBar };
}
