import type { Atom } from 'jotai';

const mostKept = 50;

/** One atom per question, the same one each time; only the latest fifty are kept. */
export function atomPer<Asked, T>(make: (asked: Asked) => Atom<T>): (asked: Asked) => Atom<T> {
  const made = new Map<string, Atom<T>>();
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
