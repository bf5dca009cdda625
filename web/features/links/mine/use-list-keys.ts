import { useLayoutEffect, useRef } from 'react';
import { isKeyTaken } from '#web/ui/browser/key-taken.ts';

/** The actions of the list's keyboard shortcuts. */
export type ListKeys = {
  /** The ids of the links on the screen, in their order. */
  readonly links: readonly string[];
  open(id: string): void;
  edit(id: string): void;
  copy(id: string): void;
  showQr(id: string): void;
  select(id: string): void;
  /** Moves the focus to the actions for the selected links; false when no link is selected. */
  bulk(): boolean;
};

/**
 * Keyboard shortcuts of the list of links. They work while no field has the focus and no dialog or
 * menu is open. j and k move the focus from link to link.
 */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys);
  // A layout effect, so that keys work as soon as the links are visible.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (isKeyTaken(event)) return;
      if (press(event.key, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Returns whether the key does something here. */
function press(key: string, keys: ListKeys): boolean {
  if (key === 'b') return keys.bulk();
  if (key === 'j' || key === 'k') move(keys.links, key === 'j' ? 1 : -1);
  else return pressAt(key, keys);
  return true;
}

/** Keys for the link that has the focus. Enter keeps its meaning on buttons and links. */
function pressAt(key: string, keys: ListKeys): boolean {
  const at = focusedLink();
  if (at === null) return false;
  if (key === 'e') keys.edit(at);
  else if (key === 'c') keys.copy(at);
  else if (key === 'q') keys.showQr(at);
  else if (key === 'x') keys.select(at);
  else if (key === 'Enter' && document.activeElement?.matches('[data-link]')) keys.open(at);
  else return false;
  return true;
}

function focusedLink(): string | null {
  const row = document.activeElement?.closest('[data-link]');
  return row instanceof HTMLElement ? (row.dataset['link'] ?? null) : null;
}

function move(links: readonly string[], by: 1 | -1): void {
  const at = focusedLink();
  const from = at === null ? (by === 1 ? -1 : links.length) : links.indexOf(at);
  const id = links[Math.max(0, Math.min(links.length - 1, from + by))];
  const row = document.querySelector<HTMLElement>(`[data-link="${CSS.escape(id ?? '')}"]`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}
