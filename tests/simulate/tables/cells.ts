import type { Random } from '#core/split-tests/shares';
import type { Arm } from '#tests/simulate/visits';
import { exponential, longRandom } from '#tests/simulate/random';

/** How a table is simulated: `tests` for each of its cells. */
export type Size = { readonly seed: number; readonly tests: number };

/** A table as it is printed. */
export type Table = {
  readonly title: string;
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** Simulates a cell. Its random numbers depend on the seed, its name and the number of the test alone. */
export function simulateCell<T>(
  { seed, tests }: Size,
  name: string,
  one: (random: Random) => T,
): T[] {
  return Array.from({ length: tests }, (_, at) =>
    one(longRandom(Bun.hash.xxHash32(`${seed}/${name}/${at}`))),
  );
}

/** The days on which most tests of the tables are looked at. */
export const looks = 60;

/** Destinations without a difference. */
export function equalArms(count: number, arm: Arm): readonly Arm[] {
  return Array.from({ length: count }, () => arm);
}

/** Destinations of which the last is better by `lift`. */
export function liftedArms(count: number, lift: number, arm: Arm): readonly Arm[] {
  return [...equalArms(count - 1, arm), { ...arm, rate: arm.rate * (1 + lift) }];
}

/** Visits per day from 20 to 2,000: small and large tests are equally frequent. */
export function anyTraffic(random: Random): number {
  return 20 * 100 ** random();
}

/** Delays of a mean of so many days, mostly shorter. */
export function delayOf(meanDays: number): (random: Random) => number {
  return (random) => exponential(random, meanDays);
}

/** A share in percent with its standard error; of none or all, with the bound of 95 % confidence. */
export function percent(hits: number, tests: number): string {
  const bound = (100 * 3) / tests;
  if (hits === 0) return `0 (< ${digits(bound)})`;
  if (hits === tests) return `100 (> ${digits(100 - bound)})`;
  const part = hits / tests;
  return `${digits(100 * part)} ± ${digits(100 * Math.sqrt((part * (1 - part)) / tests))}`;
}

/** The share of tests in which `holds` is true, as `percent`. */
export function percentOf<T>(tests: readonly T[], holds: (one: T) => boolean): string {
  return percent(tests.filter(holds).length, tests.length);
}

/** A number of at most two decimals below 1, one below 10 and near 100, else none. */
export function digits(value: number): string {
  const isNearAll = value > 97 && value < 100;
  const decimals = value >= 10 && !isNearAll ? 0 : value >= 1 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: decimals });
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard error of the mean. */
export function errorOfMean(values: readonly number[]): number {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

/** The least value that the part `part` of all values does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(Math.ceil(part * sorted.length) - 1, 0)] ?? NaN;
}
