import { splitWindows as windows } from '#contract/split-tests/split-words';
import type { DayCounts } from '#core/split-tests/counts';
import type { PeriodCounts } from '#core/split-tests/evidence';
import type { Random } from '#core/split-tests/shares';
import { binomial, normal } from './random.ts';

/** A destination of a simulated test. */
export type Arm = {
  /** The part of its visits that convert, on an average day. */
  readonly rate: number;
  /** Days until a conversion is received; absent: at once. */
  readonly delayDays?: (random: Random) => number;
};

/** Visits and conversions of a test, of which each day shows what has been received so far. */
export type Visits = {
  /** The counts of the days that have passed, as a store would answer after the last of them. */
  readonly rows: readonly DayCounts[];
  /** All visits and converting visits received so far. */
  received(): PeriodCounts;
  /** Passes a day whose visits are shared by `slots`. Returns the new converting visits by destination. */
  pass(slots: readonly number[]): readonly number[];
};

type MutableCounts = { -readonly [Key in keyof DayCounts]: DayCounts[Key] } & { within: number[] };
type Arrival = { readonly row: MutableCounts; readonly windowAt: number };

/** The part by which the rate of all destinations swings over a week. */
const weekdaySwing = 0.3;
/** Standard deviations of the logarithms of a day's visits and of its rate. */
const [visitShock, rateShock] = [0.2, 0.1];

/** Simulates the visits of a test. All destinations swing together, as campaigns and weekends do. */
export function simulateVisits(
  arms: readonly Arm[],
  { visitsPerDay, random }: { visitsPerDay: number; random: Random },
): Visits {
  const rows: MutableCounts[] = [];
  const arrivals = new Map<number, Arrival[]>();
  const take = turns(random);
  const total = { visits: arms.map(() => 0), converting: arms.map(() => 0) };
  let day = 0;

  const convert = (row: MutableCounts, delayDays: number): void => {
    const at = Math.floor(row.day + (delayDays === 0 ? 0 : random() + delayDays));
    const windowAt = windows.findIndex((window) => delayDays <= window);
    const arrival = { row, windowAt: windowAt < 0 ? windows.length : windowAt };
    arrivals.getOrInsertComputed(at, () => []).push(arrival);
  };
  const receive = ({ row, windowAt }: Arrival): void => {
    row.received += 1;
    for (let at = windowAt; at < windows.length; at += 1)
      row.within[at] = (row.within[at] ?? 0) + 1;
    total.converting[row.destination] = (total.converting[row.destination] ?? 0) + 1;
  };

  return {
    rows,
    received: () => total,
    pass(slots) {
      const swing = 1 + weekdaySwing * Math.cos((2 * Math.PI * day) / 7);
      const rateFactor = swing * Math.exp(rateShock * normal(random));
      const count = Math.round(visitsPerDay * Math.exp(visitShock * normal(random)));
      const visits = take(slots, count);
      const converted = arms.map(({ rate, delayDays }, destination) => {
        const own = visits[destination] ?? 0;
        const row = {
          day,
          destination,
          visits: own,
          received: 0,
          within: windows.map(() => 0),
          inferred: 0,
        };
        rows.push(row);
        total.visits[destination] = (total.visits[destination] ?? 0) + own;
        const conversions = binomial(random, own, Math.min(rate * rateFactor, 0.95));
        for (let n = 0; n < conversions; n += 1) convert(row, delayDays?.(random) ?? 0);
        return conversions;
      });
      for (const arrival of arrivals.get(day) ?? []) receive(arrival);
      arrivals.delete(day);
      day += 1;
      return converted;
    },
  };
}

/** The rotation: rounds of slots, each in a new order. Other slots begin a new round. */
function turns(random: Random) {
  let current: readonly number[] = [];
  let left: number[] = [];
  return (slots: readonly number[], count: number): readonly number[] => {
    if (slots !== current) left = [];
    current = slots;
    const taken = slots.map(() => 0);
    const give = (destination: number, times: number): void => {
      taken[destination] = (taken[destination] ?? 0) + times;
    };
    let missing = count;
    for (; missing > 0 && left.length > 0; missing -= 1) give(left.pop() ?? 0, 1);
    const round = slots.reduce((sum, slot) => sum + slot, 0);
    const rounds = Math.floor(missing / round);
    for (const [destination, slot] of slots.entries()) give(destination, slot * rounds);
    missing -= rounds * round;
    if (missing > 0) left = shuffled(slots, random);
    for (; missing > 0; missing -= 1) give(left.pop() ?? 0, 1);
    return taken;
  };
}

function shuffled(slots: readonly number[], random: Random): number[] {
  const round = slots.flatMap((slot, destination) => Array<number>(slot).fill(destination));
  for (let at = round.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [round[at], round[other]] = [round[other] ?? 0, round[at] ?? 0];
  }
  return round;
}
