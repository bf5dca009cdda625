import { useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keysHelpAtom, paletteAtom } from '#web/app/state/palette.ts';
import { useKeepQuery, useNewLinkPath } from '#web/features/address/keep-query.ts';
import { hasNewLinkForm, type NewLinkKind, paths } from '#web/paths.ts';
import { isKeyTaken } from '#web/ui/browser/key-taken.ts';
import { goKeys } from './go-keys.ts';

/** How long `g` waits for the second key. */
const secondKeyMs = 1500;

/** The keyboard shortcuts of every signed-in screen. A screen's own keys come before them. */
export function useGlobalKeys(): void {
  const openPalette = useSetAtom(paletteAtom);
  const showHelp = useSetAtom(keysHelpAtom);
  const navigate = useNavigate();
  const keepQuery = useKeepQuery();
  const newLink = useNewLink();
  const begunAt = useRef(Number.NEGATIVE_INFINITY);

  const pressFirst = useEffectEvent((event: KeyboardEvent): void => {
    const isSecond = event.timeStamp - begunAt.current < secondKeyMs;
    begunAt.current = Number.NEGATIVE_INFINITY;
    if (isKeyTaken(event)) return;
    if (event.key === 'g') begunAt.current = event.timeStamp;
    const place = isSecond && goKeys.find(({ key }) => key === event.key);
    if (!place) return;
    event.preventDefault();
    // The same key alone means something else to a list.
    event.stopPropagation();
    void navigate(keepQuery(paths[place.screen]));
  });
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (isKeyTaken(event)) return;
    if (event.key === 'c') newLink('link');
    else if (event.key === '?') showHelp(true);
    else if (event.key === '/' && !focusSearch()) openPalette(true);
    else if (event.key !== '/') return;
    event.preventDefault();
  });
  useEffect(() => {
    const first = (event: KeyboardEvent) => pressFirst(event);
    const last = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', first, { capture: true });
    window.addEventListener('keydown', last);
    return () => {
      window.removeEventListener('keydown', first, { capture: true });
      window.removeEventListener('keydown', last);
    };
  }, []);
}

/** Moves the focus to the screen's search box; false when it has none. */
function focusSearch(): boolean {
  const box = document.querySelector<HTMLElement>('main input[type="search"]');
  box?.focus();
  return box !== null;
}

/** Returns a function that leads to the form of a new link; on this screen it keeps the filters. */
export function useNewLink(): (kind: NewLinkKind) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const newLinkPath = useNewLinkPath();
  return (kind) => void navigate(newLinkPath(kind), { replace: hasNewLinkForm(pathname) });
}
