import { atom, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';

/** Whether the command palette is open. */
export const paletteAtom = atom(false);

/** Whether the list of keyboard shortcuts is open. */
export const keysHelpAtom = atom(false);

/** What a closed menu or dialog of the screen does. */
export type ClosedAction = { readonly name: string; run(): void };

export const closedActionsAtom = atom<readonly ClosedAction[]>([]);

/** Offers what a closed menu or dialog has in the palette, while its button is on the screen. */
export function useClosedActions(actions: readonly ClosedAction[]): void {
  const setAll = useSetAtom(closedActionsAtom);
  const run = useEffectEvent((name: string) => actions.find((each) => each.name === name)?.run());
  const names = actions.map(({ name }) => name).join('\n');
  useEffect(() => {
    if (names === '') return undefined;
    const own = names.split('\n').map((name) => ({ name, run: () => run(name) }));
    setAll((all) => [...all, ...own]);
    return () => setAll((all) => all.filter((each) => !own.includes(each)));
  }, [names, setAll]);
}

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
