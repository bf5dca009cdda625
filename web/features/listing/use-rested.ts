import { useEffect, useState } from 'react';

const typingDelayMs = 200;

/** A text as it is when the typing rests; an empty one at once. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), typingDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : rested;
}
