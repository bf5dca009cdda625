import { atom, useAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { firstPages } from './use-list-page.ts';

const urlDelayMs = 250;

/** The search text, stored in the address. */
const wantedAtom = atom(
  (get) => get(searchParamsAtom).get('search') ?? '',
  (_, set, text: string): void =>
    set(searchParamsAtom, { ...firstPages, search: text === '' ? null : text }, { replace: true }),
);

/**
 * The text of a search box, and the text searched for. The address (`?search=summer`) follows 250
 * ms after typing pauses. Going back in the browser's history restores the text.
 */
export function useSearch() {
  const [wanted, setWanted] = useAtom(wantedAtom);
  const [text, setText] = useState(wanted);
  const sent = useRef(wanted);

  useEffect(() => {
    if (wanted === sent.current) return;
    sent.current = wanted;
    setText(wanted);
  }, [wanted]);

  useEffect(() => {
    if (text === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = text;
      setWanted(text);
    }, urlDelayMs);
    return () => clearTimeout(timer);
  });

  return { text, setText, wanted };
}
