/** Numbers from 0 up to 1 that are the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the values, chosen by weight. */
export function weighted<T>(random: () => number, values: readonly (readonly [T, number])[]): T {
  const total = values.reduce((sum, [, weight]) => sum + weight, 0);
  let left = random() * total;
  for (const [value, weight] of values) {
    left -= weight;
    if (left < 0) return value;
  }
  const [last] = values.at(-1) ?? [];
  if (last === undefined) throw new Error('nothing to choose from');
  return last;
}
