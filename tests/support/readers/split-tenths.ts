/**
 * Distributes 1,000 tenths of a percent by the largest remainder; of equal remainders, the earlier count gets
 * the tenth.
 */
export function splitTenths(clicks: readonly number[]): readonly number[] {
  const total = clicks.reduce((left, right) => left + right, 0);
  if (total === 0) return clicks.map(() => 0);

  const tenths = clicks.map((count) => Math.floor((count * 1000) / total));
  const missing = 1000 - tenths.reduce((left, right) => left + right, 0);
  const byRemainder = clicks
    .map((count, index) => ({ index, remainder: (count * 1000) % total }))
    .toSorted((left, right) => right.remainder - left.remainder || left.index - right.index);
  for (const { index } of byRemainder.slice(0, missing)) {
    tenths[index] = (tenths[index] ?? 0) + 1;
  }
  return tenths;
}
