import { recentMap } from '#core/shared/recent-map';
import { secondMs } from '#core/shared/time';
import type { RateLimit } from './rate-limit.ts';

export type Budget = RateLimit & {
  /** Uncounts an action that turned out to cost nothing. */
  giveBack(key: string): void;
};

type Window = { spent: number; readonly untilMs: number };

/**
 * Allows each key `limit` actions per window of `windowMs`, which begins with its first action. The
 * cost does not depend on the limit. Remembers at least the `keys` most recently used keys.
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
    const fresh = { spent: 0, untilMs: nowMs + windowMs };
    windows.set(key, fresh);
    return fresh;
  };

  return {
    waitSeconds(key, nowMs) {
      const window = windowOf(key, nowMs);
      if (window.spent >= limit) return Math.max(1, Math.ceil((window.untilMs - nowMs) / secondMs));
      window.spent += 1;
      return 0;
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window) window.spent = Math.max(0, window.spent - 1);
    },
  };
}
