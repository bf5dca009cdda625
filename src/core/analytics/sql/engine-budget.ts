import { recentMap } from '#core/shared/recent-map';
import { minuteMs, secondMs } from '#core/shared/time';

/**
 * Limits the event store time that accounts' statements use. Used time is given back continuously,
 * at the rate of the account's budget.
 */
export type EngineBudget = {
  /** Milliseconds that the account has used and that its budget has not given back yet. */
  usedMs(userId: string, nowMs: number): number;
  /** Whole seconds until the account may run a statement; 0: it may now. */
  waitSeconds(userId: string, nowMs: number): number;
  /**
   * Counts a statement that ran from `fromMs` until `nowMs`. Its length is known only then, so the
   * last one can use more than was left; the account then waits longer.
   */
  use(userId: string, fromMs: number, nowMs: number): void;
};

export type EngineRate = {
  /** Milliseconds of the event store that an account may use in a minute. */
  readonly perMinuteMs: number;
  /** Milliseconds that it may use at once after a pause. */
  readonly burstMs: number;
};

type Used = { readonly usedMs: number; readonly atMs: number };

/** The number of accounts that are remembered at least. */
const accounts = 10_000;

/** A budget in this process's memory. */
export function engineBudget({ perMinuteMs, burstMs }: EngineRate): EngineBudget {
  const used = recentMap<string, Used>(accounts);
  const sharePerMs = perMinuteMs / minuteMs;

  const usedMs = (userId: string, nowMs: number): number => {
    const before = used.get(userId) ?? { usedMs: 0, atMs: nowMs };
    return Math.max(0, before.usedMs - Math.max(0, nowMs - before.atMs) * sharePerMs);
  };
  return {
    usedMs,
    waitSeconds(userId, nowMs) {
      const overMs = usedMs(userId, nowMs) - burstMs;
      return overMs < 0 ? 0 : Math.max(1, Math.ceil(overMs / sharePerMs / secondMs));
    },
    use(userId, fromMs, nowMs) {
      const ranMs = Math.max(0, nowMs - fromMs);
      used.set(userId, { usedMs: usedMs(userId, nowMs) + ranMs, atMs: nowMs });
    },
  };
}
