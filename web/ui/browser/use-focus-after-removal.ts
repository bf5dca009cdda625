import { useEffect, useRef, useState } from 'react';

/**
 * Moves the focus to the list when the focused row of a removed thing disappears. `rows` are the rows
 * on the screen; `expectRemoval` names the one that will go.
 */
export function useFocusAfterRemoval(rows: readonly { readonly id: string }[] | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const isGone = removed !== null && rows?.every(({ id }) => id !== removed) === true;
  useEffect(() => {
    if (!isGone) return undefined;
    // The menu first returns the focus to the button that opened it, if that still exists.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
      setRemoved(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [isGone]);
  return { list, expectRemoval: setRemoved };
}
