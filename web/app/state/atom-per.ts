import type { Atom } from 'jotai';

const mostKept = 50;

/** Returns one atom per key, the same atom each time. Keeps the 50 most recently used. */
export function atomPer<Asked, T, Made extends Atom<T> = Atom<T>>(
  make: (asked: Asked) => Made,
): (asked: Asked) => Made {
  const made = new Map<string, Made>();
  return (asked) => {
    const key = JSON.stringify(asked);
    const wanted = made.get(key) ?? make(asked);
    made.delete(key);
    made.set(key, wanted);
    const [oldest] = made.keys();
    if (made.size > mostKept && oldest !== undefined) made.delete(oldest);
    return wanted;
  };
}
