/**
 * The evidence that one destination of a split test converts better than another: an e-value. A
 * destination wins when its evidence against every other reaches the bar. If no destination is the
 * best, at most 5 % of tests ever name a winner, however often anybody looks. All logarithms are
 * natural. docs/split-tests.md has the derivation and the simulations.
 */

/** The settled converting visits of two destinations in a period, and the first one's share. */
export type PairPeriod = {
  /** The first destination's part of both destinations' visits, between 0 and 1. */
  readonly share: number;
  /** Converting visits of the first destination. */
  readonly own: number;
  /** Converting visits of the other destination. */
  readonly other: number;
};

/** The settled visits and converting visits of a period, in the order of the destinations. */
export type PeriodCounts = {
  readonly visits: readonly number[];
  readonly converting: readonly number[];
};

/** The ratios of two rates that the evidence bets on, with equal weights. */
const lifts = [1.05, 1.1, 1.2, 1.4, 1.8, 2.6, 4.2] as const;

const evenBars: Readonly<Record<number, number>> = { 2: 40, 3: 46, 4: 49 };

/** The part of tests without a best destination that may ever name a winner. */
const falseWinners = 0.05;

/**
 * The logarithm of the evidence that the first rate is more than `ratio` times the other. Periods of
 * different shares are multiplied, never pooled: pooling names false winners.
 */
export function logEvidence(periods: readonly PairPeriod[], ratio = 1): number {
  return logSum(lifts.map((lift) => logBet(periods, lift, ratio))) - Math.log(lifts.length);
}

function logBet(periods: readonly PairPeriod[], lift: number, ratio: number): number {
  return sum(
    periods.map(({ share, own, other }) => {
      const against = 1 - share;
      const expected = (share * ratio) / (share * ratio + against);
      return own * Math.log(lift) - (own + other) * Math.log(lift * expected + 1 - expected);
    }),
  );
}

/**
 * The evidence that names a winner among `destinations` (2 to 4). `isEven`: all destinations got
 * equal shares for the whole test.
 */
export function winningBar(destinations: number, isEven: boolean): number {
  const even = isEven ? evenBars[destinations] : undefined;
  return even ?? destinations / falseWinners;
}

/** The evidence at which a destination is called clearly behind another, without a winner. */
export function behindBar(destinations: number): number {
  return (destinations * (destinations - 1)) / falseWinners;
}

/** The periods of destinations `own` and `other` (from 0). Where one had no visit, none counts. */
export function pairPeriods(
  periods: readonly PeriodCounts[],
  own: number,
  other: number,
): readonly PairPeriod[] {
  return periods.flatMap(({ visits, converting }) => {
    const [ownVisits, otherVisits] = [visits[own] ?? 0, visits[other] ?? 0];
    if (ownVisits === 0 || otherVisits === 0) return [];
    return {
      share: ownVisits / (ownVisits + otherVisits),
      own: converting[own] ?? 0,
      other: converting[other] ?? 0,
    };
  });
}

/** The logarithms of the evidence of each destination (row) against each other one (column). */
export function logEvidenceTable(
  periods: readonly PeriodCounts[],
  destinations: number,
): readonly (readonly number[])[] {
  const places = Array.from({ length: destinations }, (_, place) => place);
  return places.map((own) =>
    places.map((other) => (own === other ? 0 : logEvidence(pairPeriods(periods, own, other)))),
  );
}

/** The destination (from 0) whose evidence reaches the bar against every other one; null: none. */
export function winnerOf(table: readonly (readonly number[])[], bar: number): number | null {
  const winner = table.findIndex((row, own) =>
    row.every((evidence, other) => own === other || evidence >= Math.log(bar)),
  );
  return winner < 0 ? null : winner;
}

/** The bounds of a ratio of two rates; `high` may be infinite. */
export type Interval = { readonly low: number; readonly high: number };

const [leastRatio, mostRatio] = [1e-4, 1e4];
const bisections = 60;

/**
 * The interval of the first rate divided by the other. The part of tests in which it ever
 * misses the true ratio is smaller than the part in which the bar allows a false winner. The first destination wins against the
 * other exactly when `low` is at least 1.
 */
export function ratioInterval(periods: readonly PairPeriod[], bar: number): Interval {
  const swapped = periods.map(({ share, own, other }) => ({
    share: 1 - share,
    own: other,
    other: own,
  }));
  return { low: lowestRatio(periods, bar), high: 1 / lowestRatio(swapped, bar) };
}

/** The ratio at which the evidence falls to the bar; 0 when it is below it for every ratio. */
function lowestRatio(periods: readonly PairPeriod[], bar: number): number {
  const reaches = (logRatio: number): boolean =>
    logEvidence(periods, Math.exp(logRatio)) >= Math.log(bar);
  let [low, high] = [Math.log(leastRatio), Math.log(mostRatio)];
  if (!reaches(low)) return 0;
  for (let step = 0; step < bisections; step += 1) {
    const middle = (low + high) / 2;
    if (reaches(middle)) low = middle;
    else high = middle;
  }
  return Math.exp(low);
}

/**
 * A cautious estimate of the first rate divided by the other: the mean over the ratios that the
 * evidence bets on, weighted by how well they fit. What is observed on the day of a verdict is too
 * large; this takes off a third to a half of the excess.
 */
export function cautiousRatio(periods: readonly PairPeriod[]): number {
  const ratios = [...lifts.map((lift) => 1 / lift), 1, ...lifts];
  const logWeights = ratios.map((ratio) =>
    sum(
      periods.map(
        ({ share, own, other }) =>
          own * Math.log(ratio) - (own + other) * Math.log(share * ratio + 1 - share),
      ),
    ),
  );
  const total = logSum(logWeights);
  return Math.exp(
    sum(ratios.map((ratio, at) => Math.exp((logWeights[at] ?? 0) - total) * Math.log(ratio))),
  );
}

/** The logarithm of the sum of numbers that are given as logarithms. */
export function logSum(logs: readonly number[]): number {
  const largest = Math.max(...logs);
  return largest + Math.log(sum(logs.map((log) => Math.exp(log - largest))));
}

/** The sum of numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
