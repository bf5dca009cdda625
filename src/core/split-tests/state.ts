import type { VisitCategory } from '#contract/split-tests/split-words';
import { areCountsUneven, findImbalance, type CategoryCounts } from './checks.ts';
import {
  firstVerdictDay,
  isEvenThroughout,
  receivedCounts,
  trackedByDay,
  type Window,
} from './counts.ts';
import {
  cautiousRatio,
  pairPeriods,
  type PeriodCounts,
  ratioInterval,
  sum,
  winnerOf,
} from './evidence.ts';
import type { Evidence } from './judge.ts';
import { growthToWin, overallRate, plannedVisits, visibleLift, visitsToCome } from './plan.ts';

/** What can be said of a test today; destinations are numbered from 0. */
export type State =
  | { readonly kind: 'untrusted'; readonly because: 'lost_visits' }
  | {
      readonly kind: 'untrusted';
      readonly because: VisitCategory;
      /** `because` first. Earlier judgements have none. */
      readonly composition?: readonly CategoryCounts[];
    }
  | { readonly kind: 'untracked'; readonly destination: number }
  /** The test is sticky. */
  | { readonly kind: 'no_verdict' }
  | { readonly kind: 'early'; readonly firstVerdictOn: number }
  | Winner
  | { readonly kind: 'alike' }
  /** A difference of `lift` (0.2: 20 %) or more would probably have shown. */
  | { readonly kind: 'no_difference'; readonly lift: number }
  /** `planned`: visits for a difference of 50 %; null while nothing has converted. */
  | { readonly kind: 'few'; readonly conversions: number; readonly planned: number | null }
  | {
      readonly kind: 'leading';
      readonly destination: number;
      readonly visits: number;
      readonly days: number;
    }
  | { readonly kind: 'undecided' };

/** A destination that won. */
export type Winner = {
  readonly kind: 'winner';
  readonly destination: number;
  /** The best of the others. */
  readonly over: number;
  /** The rate divided by that of `over`; null for revenue. */
  readonly cautious: number | null;
  /** The least low of the intervals against all others; null for revenue. */
  readonly low: number | null;
};

const alikeRatio = 1.2;
const visibleAt = 0.2;
const boldAt = 0.5;
const fewConversions = 20;
const mostForecastGrowth = 10;
const mostForecastDays = 180;
/** Fewer conversions of a destination say nothing about its tracking. */
export const leastReported = 10;

/** What the evidence of a test comes to. */
export type Facts = {
  readonly test: Evidence;
  readonly window: Window;
  readonly periods: readonly PeriodCounts[];
  readonly settled: PeriodCounts;
  readonly isEven: boolean;
  readonly bar: number;
  readonly table: readonly (readonly number[])[];
  /** The destination with the highest settled rate; null when several have it, and for revenue. */
  readonly leader: number | null;
};

/** The first state that applies, in the order of what has to be known first. */
export function stateOf(facts: Facts): State {
  const { test, window, table, bar } = facts;
  const dayOfTest = test.today - test.beganOn;
  if (test.isSticky) return untracked(facts, dayOfTest) ?? { kind: 'no_verdict' };
  return (
    untrusted(test) ??
    untracked(facts, dayOfTest) ??
    early(test.beganOn, dayOfTest, window) ??
    won(facts, isTracked(facts, dayOfTest) ? winnerOf(table, bar) : null) ??
    (test.revenue === null ? open(facts, dayOfTest) : openRevenue(facts))
  );
}

function untrusted(test: Evidence): State | null {
  const visits = visitsBefore(test);
  if (isEvenThroughout(test.shares) && areCountsUneven(visits, cutTurnsOf(test))) {
    return { kind: 'untrusted', because: 'lost_visits' };
  }
  const current = test.shares.at(-1);
  if (current === undefined || current.isAutomatic) return null;
  const slots = sum(current.slots);
  const composition = findImbalance(
    test.composition,
    current.slots.map((count) => count / slots),
  );
  return composition && { kind: 'untrusted', because: composition[0].category, composition };
}

/**
 * The turns of a destination in rounds that are not whole. Shares end within a round. Later ones also
 * begin within one, and so does revenue, which may count from a later day.
 */
function cutTurnsOf({ shares, days, beganOn, instances }: Evidence): number {
  const isWhole = days.some(({ day }) => day === beganOn);
  return sum(
    shares.map(({ slots }, at) => (at === 0 && isWhole ? 1 : 2) * instances * (slots[0] ?? 1)),
  );
}

/** Visits of all complete days, by destination. */
function visitsBefore({ days, today, destinations }: Evidence): readonly number[] {
  return receivedCounts(
    days.filter(({ day }) => day < today),
    destinations,
  ).visits;
}

/** A destination that was taken out before it had a visit cannot report any. */
function untracked({ settled }: Facts, dayOfTest: number): State | null {
  const { visits, converting } = settled;
  const silent = converting.findIndex((count, place) => count === 0 && visits[place] !== 0);
  const isDelayed = dayOfTest < trackedByDay && Math.max(...converting) >= leastReported;
  return silent >= 0 && isDelayed ? { kind: 'untracked', destination: silent } : null;
}

function isTracked({ settled: { converting } }: Facts, dayOfTest: number): boolean {
  return dayOfTest >= trackedByDay || !converting.includes(0);
}

function early(beganOn: number, dayOfTest: number, window: Window): State | null {
  const first = firstVerdictDay(window);
  return dayOfTest < first ? { kind: 'early', firstVerdictOn: beganOn + first } : null;
}

function won(facts: Facts, destination: number | null): Winner | null {
  if (destination === null) return null;
  const { test, settled, periods, bar } = facts;
  const others = settled.visits.map((_, place) => place).filter((place) => place !== destination);
  const over = others.reduce((best, place) =>
    rateOf(settled, place) > rateOf(settled, best) ? place : best,
  );
  if (test.revenue !== null) {
    return { kind: 'winner', destination, over, cautious: null, low: null };
  }
  const lows = others.map((other) => ratioInterval(pairPeriods(periods, destination, other), bar));
  return {
    kind: 'winner',
    destination,
    over,
    cautious: cautiousRatio(pairPeriods(periods, destination, over)),
    low: Math.min(...lows.map(({ low }) => low)),
  };
}

function rateOf({ visits, converting }: PeriodCounts, place: number): number {
  const count = visits[place] ?? 0;
  return count === 0 ? 0 : (converting[place] ?? 0) / count;
}

/**
 * The destination with the highest rate; null when several have it. With even shares the counts of
 * conversions decide: a visit more in the last round is no difference.
 */
export function leaderOf(settled: PeriodCounts, isEven: boolean): number | null {
  const values = isEven
    ? settled.converting
    : settled.visits.map((_, place) => rateOf(settled, place));
  const best = Math.max(...values);
  return best > 0 && values.filter((value) => value === best).length === 1
    ? values.indexOf(best)
    : null;
}

/** The states of a conversion test without a winner. */
function open(facts: Facts, dayOfTest: number): State {
  const { test, periods, settled, isEven, bar, table, leader } = facts;
  if (areAlike(facts)) return { kind: 'alike' };
  const plan = { rate: overallRate(periods), destinations: test.destinations, isEven };
  const visits = sum(settled.visits);
  const conversions = sum(settled.converting);
  const leaderRow = leader === null ? [] : (table[leader] ?? []);
  const isClose =
    leader !== null &&
    leaderRow.every((log, other) => other === leader || log >= Math.log(bar / 4));
  const isPlanned = plan.rate > 0 && visits >= plannedVisits({ ...plan, lift: visibleAt });
  if (isPlanned && !isClose) return { kind: 'no_difference', lift: visibleLift(visits, plan) };
  if (conversions < fewConversions) {
    const planned = plan.rate > 0 ? plannedVisits({ ...plan, lift: boldAt }) : null;
    return { kind: 'few', conversions, planned };
  }
  const forecast = forecastOf(facts, dayOfTest);
  if (forecast !== null) return forecast;
  return isPlanned ? { kind: 'no_difference', lift: visibleLift(visits, plan) } : undecided;
}

const undecided: State = { kind: 'undecided' };

function openRevenue({ settled }: Facts): State {
  const conversions = sum(settled.converting);
  return conversions < fewConversions ? { kind: 'few', conversions, planned: null } : undecided;
}

function areAlike({ periods, bar, settled }: Facts): boolean {
  return settled.visits.every((_, own) =>
    settled.visits.every((__, other) => {
      if (own === other) return true;
      const { low, high } = ratioInterval(pairPeriods(periods, own, other), bar);
      return low >= 1 / alikeRatio && high <= alikeRatio;
    }),
  );
}

/** When the leader will have won, at the present pace and with the present rates. */
function forecastOf(
  { test, periods, settled, bar, leader }: Facts,
  dayOfTest: number,
): State | null {
  if (leader === null) return null;
  const growth = growthToWin(periods, { leader, destinations: test.destinations, bar });
  const counted = sum(settled.visits);
  const soFar = sum(visitsBefore(test));
  if (growth === null || soFar === 0) return null;
  const visits = visitsToCome(growth, counted);
  const days = visits / (soFar / Math.max(dayOfTest, 1));
  if (visits > mostForecastGrowth * counted || days > mostForecastDays) return null;
  return { kind: 'leading', destination: leader, visits, days };
}
