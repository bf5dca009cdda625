/**
 * Counts of durations by upper bound, as plain numbers: noting one costs a few comparisons, so that
 * a redirect can afford it.
 */
export type Tally = {
  record(seconds: number): void;
  read(): TallyReading;
};

/** A copy of the counts at one moment. */
export type TallyReading = {
  /** The upper bounds in seconds, ascending; one more bucket holds everything longer. */
  readonly bounds: readonly number[];
  /** How many durations fell into each bucket; one more than there are bounds. */
  readonly counts: readonly number[];
  readonly sumSeconds: number;
};

/** `bounds`: upper bounds in seconds, ascending. */
export function tally(bounds: readonly number[]): Tally {
  const counts = bounds.map(() => 0);
  let longer = 0;
  let sumSeconds = 0;

  return {
    record(seconds) {
      sumSeconds += seconds;
      for (let at = 0; at < bounds.length; at += 1) {
        if (seconds <= (bounds[at] ?? 0)) {
          counts[at] = (counts[at] ?? 0) + 1;
          return;
        }
      }
      longer += 1;
    },
    read: () => ({ bounds, counts: [...counts, longer], sumSeconds }),
  };
}
