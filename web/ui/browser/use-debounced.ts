import { useEffect, useState } from 'react';

const typingDelayMs = 200;

/** Returns the text once it has not changed for a moment; an empty one at once. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), typingDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : debounced;
}
