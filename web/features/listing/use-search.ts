import { useEffect, useRef, useState } from 'react';
import { useAddress } from './use-address.ts';
import { firstPages } from './use-place.ts';

const addressDelayMs = 250;

/**
 * The text of a search box, and what is searched for: the address (`?search=summer`), which follows
 * when the typing rests. A step in the browser's history brings its text back.
 */
export function useSearch() {
  const [address, change] = useAddress();
  const wanted = address.get('search') ?? '';
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
      change({ ...firstPages, search: text === '' ? null : text }, { replace: true });
    }, addressDelayMs);
    return () => clearTimeout(timer);
  });

  return { text, setText, wanted };
}
