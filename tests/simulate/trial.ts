import {
  type DayCounts,
  isEvenThroughout,
  raisedWindow,
  settledPeriods,
  type Shares,
  type Window,
} from '#core/split-tests/counts';
import { logEvidenceTable, winnerOf, winningBar } from '#core/split-tests/evidence';
import { type Evidence, judge, type Verdict } from '#core/split-tests/judge';
import type { Random } from '#core/split-tests/shares';
import { type Arm, simulateVisits } from './visits.ts';

/** A test that is judged after every day, as Waypost does after midnight. */
export type Trial = {
  readonly arms: readonly Arm[];
  readonly visitsPerDay: number;
  readonly days: number;
  /** The slots of each destination in a round; without them, the shares are even. */
  readonly slots?: readonly number[];
  /** The window that the test begins with; without it, one day. */
  readonly window?: Window;
  readonly random: Random;
};

/** The first verdict of a test; null: none in its days. */
export function firstVerdict(trial: Trial, isWorthJudging = mayBeWon): Verdict | null {
  const { arms, days, random, slots = arms.map(() => 1) } = trial;
  const visits = simulateVisits(arms, { ...trial, random });
  const shares = [{ fromDay: 0, slots, isAutomatic: false }];
  let window = trial.window ?? 1;
  for (let today = 1; today <= days; today += 1) {
    visits.pass(slots);
    window = raisedWindow(window, visits.rows);
    const look = { today, window, shares, days: visits.rows };
    const verdict = isWorthJudging(look) ? judge(judgedTest(look)).verdict : null;
    if (verdict !== null) return verdict;
  }
  return null;
}

/** What is read of a test on the day `today`. */
export type Look = {
  readonly today: number;
  readonly window: Window;
  readonly shares: readonly Shares[];
  readonly days: readonly DayCounts[];
};

/**
 * Whether the evidence of a look reaches the bar: without that, `judge` gives no verdict, and spends
 * a hundred times as long on the intervals and forecasts of its sentence.
 */
export function mayBeWon({ today, window, shares, days }: Look): boolean {
  const destinations = shares[0]?.slots.length ?? 0;
  const periods = settledPeriods(days, { shares, window, today });
  const bar = winningBar(destinations, isEvenThroughout(shares));
  return winnerOf(logEvidenceTable(periods, destinations), bar) !== null;
}

/** The input of the product's judgement for a look at a test of one instance. */
export function judgedTest(look: Look, changes: Partial<Evidence> = {}): Evidence {
  return {
    destinations: look.shares[0]?.slots.length ?? 0,
    beganOn: 0,
    composition: [],
    isSticky: false,
    instances: 1,
    revenue: null,
    verdict: null,
    withdrawnOn: null,
    ...look,
    ...changes,
  };
}
