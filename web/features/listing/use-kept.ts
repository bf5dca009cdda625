import { useState } from 'react';

/**
 * The latest value that was there, with what stood beside it then: what stays on the screen while the
 * next value is awaited (undefined).
 */
export function useKept<T, Beside>(value: T | undefined, beside: Beside) {
  const [kept, setKept] = useState({ value, beside });
  if (value === undefined || value === kept.value) return kept;
  const fresh = { value, beside };
  setKept(fresh);
  return fresh;
}
