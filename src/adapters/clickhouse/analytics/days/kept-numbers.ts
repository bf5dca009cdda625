/** Numbers in memory, at most `most` of them: the oldest make room for new ones. */
export function keptNumbers(most: number) {
  const kept = new Map<string, number>();
  return {
    get: (key: string) => kept.get(key),

    keep(key: string, number: number): void {
      kept.delete(key);
      kept.set(key, number);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) return;
        kept.delete(oldest);
      }
    },
  };
}
