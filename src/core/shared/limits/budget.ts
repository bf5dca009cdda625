import { recentMap } from '#core/shared/recent-map';
import { secondMs } from '#core/shared/time';

/** The result of spending from a budget. */
export type Spent =
  | 'within'
  /** The first action above the limit in this window. */
  | 'just over'
  | 'over';

/** Counts the actions of each key in a window that begins with the first one. */
export type Budget = {
  /** Counts one act of the key, if the limit allows it. */
  spend(key: string, nowMs: number): Spent;
  /** Uncounts an act that turned out to cost nothing. */
  giveBack(key: string): void;
  /** Whole seconds until the window of the key ends, at least 1. */
  waitSeconds(key: string, nowMs: number): number;
};

type Window = { spent: number; isOverrun: boolean; readonly untilMs: number };

/**
 * Allows each key `limit` actions per window of `windowMs`. The cost does not depend on the limit.
 * Remembers at least the `keys` most recently used keys.
 */
export function budget(options: {
  readonly limit: number;
  readonly windowMs: number;
  readonly keys: number;
}): Budget {
  const { limit, windowMs, keys } = options;
  const windows = recentMap<string, Window>(keys);
  const windowOf = (key: string, nowMs: number): Window => {
    const window = windows.get(key);
    if (window && window.untilMs > nowMs && window.untilMs <= nowMs + windowMs) return window;
    const fresh = { spent: 0, isOverrun: false, untilMs: nowMs + windowMs };
    windows.set(key, fresh);
    return fresh;
  };

  return {
    spend(key, nowMs) {
      const window = windowOf(key, nowMs);
      if (window.spent < limit) {
        window.spent += 1;
        return 'within';
      }
      const spent = window.isOverrun ? 'over' : 'just over';
      window.isOverrun = true;
      return spent;
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window) window.spent = Math.max(0, window.spent - 1);
    },
    waitSeconds(key, nowMs) {
      return Math.max(1, Math.ceil((windowOf(key, nowMs).untilMs - nowMs) / secondMs));
    },
  };
}
