/**
 * Divides a whole number in proportion to weights, by the largest remainder, so that the parts add up to
 * the whole; of equal remainders the first gets the unit. With no weight at all the last part gets all. Weights are
 * whole numbers.
 */
export function apportion(whole: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) return weights.map((_, index) => (index === weights.length - 1 ? whole : 0));
  const products = weights.map((weight) => BigInt(whole) * BigInt(weight));
  const parts = products.map((product) => Number(product / sum));
  const missing = whole - parts.reduce((total, part) => total + part, 0);
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % sum }))
    .toSorted((one, other) => Number(other.remainder - one.remainder) || one.index - other.index);
  for (const { index } of byRemainder.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
