import { logEvidenceTable, type PeriodCounts, sum, winningBar } from './evidence.ts';

/** How many visits a split test takes: before it starts, and from where it stands. */

const mostGrowth = 1000;
/** Counts that grow in proportion reach the bar later than expected about as often as sooner. */
const forecastReserve = 1.3;
const bisections = 60;

/**
 * The least factor, at least 1, by which the counts have to grow until destination `leader` (from 0)
 * wins, if all rates stay as they are. Null: not below a thousand times the counts.
 */
export function growthToWin(
  periods: readonly PeriodCounts[],
  { leader, destinations, bar }: { leader: number; destinations: number; bar: number },
): number | null {
  const wins = (factor: number): boolean => {
    const grown = periods.map(({ visits, converting }) => ({
      visits,
      converting: converting.map((count) => count * factor),
    }));
    const row = logEvidenceTable(grown, destinations)[leader] ?? [];
    return row.every((evidence, other) => other === leader || evidence >= Math.log(bar));
  };
  if (wins(1)) return 1;
  if (!wins(mostGrowth)) return null;
  let [low, high] = [1, mostGrowth];
  for (let step = 0; step < bisections; step += 1) {
    const middle = (low + high) / 2;
    if (wins(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The visits that are still missing when the counts of `visits` have to grow by `growth`. */
export function visitsToCome(growth: number, visits: number): number {
  return forecastReserve * (growth - 1) * visits;
}

/** The spread of the time until a verdict, fitted to simulations, by the number of destinations. */
const spreads: Readonly<Record<number, number>> = { 2: 0.65, 3: 1, 4: 1.15 };

/**
 * The visits of all destinations together until a winner is named in about 80 % of tests. `rate` is
 * the part of visits that convert at present, `lift` how much better the best destination is (0.2
 * for 20 %). Fitted to simulations: within 10 % of them for rates from 0.5 to 20 %, and 10 to 50 % of lift.
 */
export function plannedVisits(plan: {
  readonly rate: number;
  readonly lift: number;
  readonly destinations: number;
  readonly isEven?: boolean;
}): number {
  const { rate, lift, destinations, isEven = true } = plan;
  const ratio = 1 + lift;
  const part = ratio / (1 + ratio);
  const gain = part * Math.log(2 * part) + (1 - part) * Math.log(2 * (1 - part));
  const variance = part * (1 - part) * Math.log(ratio) ** 2;
  const needed = Math.log(winningBar(destinations, isEven)) + Math.log(7) - 0.8;
  const spread = spreads[destinations] ?? 1;
  const root = Math.sqrt(spread ** 2 * variance + 4 * gain * needed);
  const conversions = ((spread * Math.sqrt(variance) + root) / (2 * gain)) ** 2;
  return (destinations * conversions) / (rate * (1 + ratio));
}

const [leastLift, mostLift] = [0.001, 1000];

/** The least lift for which `visits` are enough by `plannedVisits`. */
export function visibleLift(
  visits: number,
  plan: { readonly rate: number; readonly destinations: number; readonly isEven?: boolean },
): number {
  let [low, high] = [Math.log(leastLift), Math.log(mostLift)];
  for (let step = 0; step < bisections; step += 1) {
    const middle = (low + high) / 2;
    if (plannedVisits({ ...plan, lift: Math.exp(middle) }) <= visits) high = middle;
    else low = middle;
  }
  return Math.exp(high);
}

/** The number rounded to one significant digit. */
export function roundedToDigit(value: number): number {
  if (value <= 0) return 0;
  const unit = 10 ** Math.floor(Math.log10(value));
  return Math.round(value / unit) * unit;
}

/** The part of visits that convert, over all destinations and periods; 0 without visits. */
export function overallRate(periods: readonly PeriodCounts[]): number {
  const visits = sum(periods.flatMap((period) => period.visits));
  return visits === 0 ? 0 : sum(periods.flatMap((period) => period.converting)) / visits;
}
