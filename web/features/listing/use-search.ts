import { atom, useAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { addressAtom } from '#web/app/state/address.ts';
import { firstPages } from './use-place.ts';

const addressDelayMs = 250;

/** The search text, stored in the address. */
const wantedAtom = atom(
  (get) => get(addressAtom).get('search') ?? '',
  (_, set, text: string): void =>
    set(addressAtom, { ...firstPages, search: text === '' ? null : text }, { replace: true }),
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
    }, addressDelayMs);
    return () => clearTimeout(timer);
  });

  return { text, setText, wanted };
}
