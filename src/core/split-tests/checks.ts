import type { VisitCategory } from '#contract/split-tests/split-words';
import { logSum, sum } from './evidence.ts';

/** Checks of whether the destinations of a split test got the same kind of visits. */

/** The visits in a category, `of` how many, in the order of the destinations. */
export type CategoryCounts = {
  readonly category: VisitCategory;
  readonly visits: readonly number[];
  readonly of: readonly number[];
};

const priorVisits = 100;
const alarmAt = 100;

/**
 * The logarithm of the evidence that the counts do not follow `shares`: the Dirichlet-multinomial
 * test of Lindon and Malek (2022, arXiv 2011.03567). `prior` weighs the shares like that many visits.
 */
export function logImbalance(
  counts: readonly number[],
  shares: readonly number[],
  prior: readonly number[] = shares.map((share) => priorVisits * share),
): number {
  const total = sum(prior);
  const planned = counts.map((count, at) => (shares[at] === 0 ? 0 : count));
  const terms = planned.map((count, at) => {
    const [weight, share] = [prior[at] ?? 0, shares[at] ?? 0];
    if (share === 0) return 0;
    return logGamma(weight + count) - logGamma(weight) - count * Math.log(share);
  });
  return logGamma(total) - logGamma(total + sum(planned)) + sum(terms);
}

/** What the composition check found: all categories, the one that differs most first; null: no alarm. */
export function findImbalance<Counts extends Pick<CategoryCounts, 'visits'>>(
  counted: readonly Counts[],
  shares: readonly number[],
): readonly [Counts, ...Counts[]] | null {
  const compared = counted
    .map((counts) => ({ counts, evidence: logImbalance(counts.visits, shares) }))
    .toSorted((one, other) => other.evidence - one.evidence);
  const mean = logSum(compared.map(({ evidence }) => evidence)) - Math.log(counted.length);
  const [worst, ...others] = compared.map(({ counts }) => counts);
  return worst === undefined || mean < Math.log(alarmAt) ? null : [worst, ...others];
}

/**
 * Whether visits were lost or doubled. The rotation gives each destination its turns, so that with
 * equal shares the counts differ by at most `cutTurns`: the turns of a destination in a round that
 * has not ended, of all instances.
 */
export function areCountsUneven(visits: readonly number[], cutTurns: number): boolean {
  return Math.max(...visits) - Math.min(...visits) > cutTurns;
}

/** Coefficients of the Lanczos approximation with g = 7, right to about 15 digits. */
const lanczos = [
  0.999_999_999_999_809_9, 676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_1,
  -176.615_029_162_140_6, 12.507_343_278_686_905, -0.138_571_095_265_720_12,
  9.984_369_578_019_572e-6, 1.505_632_735_149_311_6e-7,
] as const;

/** The logarithm of the gamma function, for positive numbers of at least 0.5. */
export function logGamma(value: number): number {
  const x = value - 1;
  const base = x + 7.5;
  const [first, ...others] = lanczos;
  const series = first + sum(others.map((factor, at) => factor / (x + at + 1)));
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(base) - base + Math.log(series);
}
