import { useEffect, useRef, useState } from 'react';
import type { Link } from '#web/api.ts';

/**
 * Leads the focus to the list when the row of a deleted link disappears with the focus in it.
 * `links` are the links on the screen.
 */
export function useFocusAfterDelete(links: readonly Link[] | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const [deleted, setDeleted] = useState<string | null>(null);
  const isGone = deleted !== null && links?.every(({ id }) => id !== deleted) === true;
  useEffect(() => {
    if (!isGone) return undefined;
    // The dialog first gives the focus back to what opened it, if that is still there.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
      setDeleted(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [isGone]);
  return { list, expectRemoval: setDeleted };
}
