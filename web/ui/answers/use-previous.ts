import { useState } from 'react';

/**
 * Returns the last defined value, with the `beside` that came with it. It stays on the screen while
 * the next value is loading (undefined).
 */
export function usePrevious<T, Beside>(value: T | undefined, beside: Beside) {
  const [kept, setKept] = useState({ value, beside });
  if (value === undefined || value === kept.value) return kept;
  const fresh = { value, beside };
  setKept(fresh);
  return fresh;
}
