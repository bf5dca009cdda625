import { splitWindows as windows } from '#contract/split-tests/split-words';
import { dayMs, utcDay } from '#core/shared/time';
import { type PeriodCounts, sum } from './evidence.ts';

/**
 * What a judgement reads: counts by UTC day and destination. Days are whole UTC days since
 * 1970-01-01, destinations are numbered from 0.
 */

/** Days that a visit has to convert. */
export type Window = (typeof windows)[number];

/** The counts of one destination on one UTC day of clicks. */
export type DayCounts = {
  readonly day: number;
  readonly destination: number;
  /** Human visits. */
  readonly visits: number;
  /** Visits with a conversion of the goal, whenever it was received. */
  readonly received: number;
  /** Of these, with one that was received within 1, 3, 7, 14 and 30 days. */
  readonly within: readonly number[];
  /** Of these, visits that were found by the visitor, without a signed click id. */
  readonly inferred: number;
};

/** The slots of each destination in a round, from a UTC day on. */
export type Shares = {
  readonly fromDay: number;
  readonly slots: readonly number[];
  readonly isAutomatic: boolean;
};

/** A UTC day as `YYYY-MM-DD`. */
export function dayText(day: number): string {
  return utcDay(day * dayMs);
}

/** The UTC day of `YYYY-MM-DD`. */
export function dayOf(text: string): number {
  return Date.parse(text) / dayMs;
}

/** The UTC day of a time in epoch milliseconds. */
export function dayAt(atMs: number): number {
  return Math.floor(atMs / dayMs);
}

/** The last UTC day whose visits all have had `window` days to convert. */
export function lastSettledDay(today: number, window: Window): number {
  return today - 1 - window;
}

/** The settled counts by period: a period ends where the planned shares change. */
export function settledPeriods(
  rows: readonly DayCounts[],
  { shares, window, today }: { shares: readonly Shares[]; window: Window; today: number },
): readonly PeriodCounts[] {
  const last = lastSettledDay(today, window);
  const at = windows.indexOf(window);
  return shares.map(({ fromDay, slots }, index) => {
    const until = Math.min(last, (shares[index + 1]?.fromDay ?? Infinity) - 1);
    const inside = rows.filter(({ day }) => day >= fromDay && day <= until);
    return {
      visits: slots.map((_, place) => sum(ofPlace(inside, place).map(({ visits }) => visits))),
      converting: slots.map((_, place) =>
        sum(ofPlace(inside, place).map(({ within }) => within[at] ?? 0)),
      ),
    };
  });
}

function ofPlace(rows: readonly DayCounts[], place: number): readonly DayCounts[] {
  return rows.filter(({ destination }) => destination === place);
}

/** The counts of days, by destination: `converting` of everything received so far. */
export function receivedCounts(rows: readonly DayCounts[], destinations: number): PeriodCounts {
  const places = Array.from({ length: destinations }, (_, place) => ofPlace(rows, place));
  return {
    visits: places.map((own) => sum(own.map(({ visits }) => visits))),
    converting: places.map((own) => sum(own.map((row) => row.received))),
  };
}

/** The sums over all periods, by destination. */
export function pooled(periods: readonly PeriodCounts[], destinations: number): PeriodCounts {
  const places = Array.from({ length: destinations }, (_, place) => place);
  const total = (part: keyof PeriodCounts) =>
    places.map((place) => sum(periods.map((period) => period[part][place] ?? 0)));
  return { visits: total('visits'), converting: total('converting') };
}

/** Whether all destinations had equal shares for the whole test. */
export function isEvenThroughout(shares: readonly Shares[]): boolean {
  return shares.every(
    ({ slots, isAutomatic }) => !isAutomatic && slots.every((count) => count === slots[0]),
  );
}

const lateShare = 0.03;
const leastLate = 2;
const leastMeasured = 50;

/**
 * The window after looking at conversions that came late. It rises by one step as long as at least
 * two, and more than 3 %, of a destination's converting visits came after it. It never falls.
 */
export function raisedWindow(window: Window, rows: readonly DayCounts[]): Window {
  const at = windows.indexOf(window);
  const next = windows[at + 1];
  if (next === undefined) return window;
  const isLate = [...Map.groupBy(rows, ({ destination }) => destination).values()].some((own) => {
    const received = sum(own.map((row) => row.received));
    const late = received - sum(own.map(({ within }) => within[at] ?? 0));
    return late >= leastLate && late > lateShare * received;
  });
  return isLate ? raisedWindow(next, rows) : window;
}

/** How soon an account's conversions of a goal were received: all of them, and within each window. */
export type Delays = { readonly received: number; readonly within: readonly number[] };

/** The window a test begins with. `delays` are those of the account's last 180 days. */
export function firstWindow(goal: string, { received, within }: Delays): Window {
  if (received >= leastMeasured) {
    const at = within.findIndex((count) => received - count <= lateShare * received);
    return windows[at] ?? 30;
  }
  if (goal === 'subscription') return 30;
  return goal === 'sale' || goal === 'revenue' ? 7 : 1;
}

/**
 * The whole days of a test after which the first verdict may be given. After 31 days, the first day
 * of clicks is settled in every window.
 */
export function firstVerdictDay(window: Window): number {
  return Math.min(Math.max(7, 2 * window), trackedByDay);
}

/** After so many whole days of a test, a destination without conversions delays no verdict. */
export const trackedByDay = 31;
