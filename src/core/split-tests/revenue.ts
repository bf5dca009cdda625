import { logSum, sum } from './evidence.ts';

/**
 * The evidence of tests whose goal is revenue per visit. It is a bet on each visit, and it holds for
 * every distribution of amounts. A visit without revenue does not change it, so that only amounts are
 * read.
 */

/** The amounts of a pair's settled visits in a period, in cents, and the first one's share. */
export type PairAmounts = {
  readonly share: number;
  readonly own: readonly number[];
  readonly other: readonly number[];
};

const stakes = [0.025, 0.05, 0.1, 0.2, 0.4, 0.8] as const;

/**
 * The logarithm of the evidence that the first destination earns more per visit. Amounts are sums of
 * a visit's orders and refunds, and count from 0 up to `capCents`.
 */
export function logRevenueEvidence(periods: readonly PairAmounts[], capCents: number): number {
  const counted = (cents: number): number => Math.min(Math.max(cents, 0), capCents) / capCents;
  const logBets = stakes.map((stake) =>
    sum(
      periods.flatMap(({ share, own, other }) => {
        const bet = stake * Math.min(share, 1 - share);
        return [
          ...own.map((cents) => Math.log1p((bet * counted(cents)) / share)),
          ...other.map((cents) => Math.log1p((-bet * counted(cents)) / (1 - share))),
        ];
      }),
    ),
  );
  return logSum(logBets) - Math.log(stakes.length);
}

const capFactor = 3;
const capQuantile = 0.95;

/** The bound of an amount: three times the 95th percentile of orders (cents); null without any. */
export function capOf(orderCents: readonly number[]): number | null {
  const sorted = orderCents.filter((cents) => cents > 0).toSorted((a, b) => a - b);
  const at = Math.min(Math.ceil(sorted.length * capQuantile) - 1, sorted.length - 1);
  const quantile = sorted[at];
  return quantile === undefined ? null : capFactor * quantile;
}
