/** Number of attempts and of successes: clicks and conversions. */
export type Trials = { readonly clicks: number; readonly conversions: number };

/** A larger deviation, in standard errors, occurs by chance in less than 1 % of comparisons. */
const strictDeviations = [2.576, 2.807, 2.935] as const;
/** The normal approximation is valid from about this many expected events in each cell. */
const fewestExpected = 5;

/**
 * The index of the variant whose conversion rate is significantly higher than that of every other
 * one; null while there is no such evidence. Compares the best with each of the others by a
 * two-proportion z-test. The level is 1 % for all comparisons together (Bonferroni), because people
 * look at a running test more than once.
 */
export function provenLeader(variants: readonly Trials[]): number | null {
  const rates = variants.map(rate);
  const best = rates.indexOf(Math.max(...rates));
  const leader = variants[best];
  if (leader === undefined || variants.length < 2) return null;
  const others = variants.filter((_, index) => index !== best);
  const deviations = strictDeviations[others.length - 1] ?? strictDeviations[2];
  return others.every((other) => deviation(leader, other) > deviations) ? best : null;
}

function rate({ clicks, conversions }: Trials): number {
  return clicks === 0 ? 0 : conversions / clicks;
}

/**
 * By how many standard errors `left` converts better than `right`; 0 when there are too few events.
 */
function deviation(left: Trials, right: Trials): number {
  const clicks = left.clicks + right.clicks;
  const pooled = (left.conversions + right.conversions) / clicks;
  const fewest = Math.min(left.clicks, right.clicks) * Math.min(pooled, 1 - pooled);
  if (!(fewest >= fewestExpected)) return 0;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / left.clicks + 1 / right.clicks));
  return (rate(left) - rate(right)) / error;
}
