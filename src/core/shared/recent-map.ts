/** A bounded cache of recently used entries. Get and set cost as much as with a Map. */
export type RecentMap<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
};

/**
 * Remembers at least the `limit` most recently used keys and at most twice as many. It has two
 * generations: when the younger is full, the older is dropped. A key that is read again survives.
 */
export function recentMap<Key, Value>(limit: number): RecentMap<Key, Value> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();

  const set = (key: Key, value: Value): void => {
    if (young.size >= limit) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  const get = (key: Key): Value | undefined => {
    const value = young.get(key);
    if (value !== undefined) return value;
    const older = old.get(key);
    if (older !== undefined) set(key, older);
    return older;
  };
  return { get, set };
}
