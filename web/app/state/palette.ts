import { atom } from 'jotai';

/** Whether the command palette is open. */
export const paletteAtom = atom(false);

/** Whether the list of keyboard shortcuts is open. */
export const keysHelpAtom = atom(false);

/** Follows the keys that open and close the palette, Ctrl-K and ⌘K. Returns a function that stops. */
export const followPaletteKeysAtom = atom(null, (_, set): (() => void) => {
  const listener = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    // An open dialog stays, so that the text typed there is kept.
    const isOther = document.querySelector('[role="dialog"]') !== null;
    set(paletteAtom, (isOpen) => !isOpen && !isOther);
  };
  window.addEventListener('keydown', listener);
  return () => window.removeEventListener('keydown', listener);
});
