import { recentMap } from '#core/shared/recent-map';
import { minuteMs, secondMs } from '#core/shared/time';

/** What a key may still do, in actions and whole seconds. */
export type Allowance = {
  /** Actions allowed in one burst. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the burst is full again; while nothing remains, until the next action. */
  readonly resetSeconds: number;
  /** 0 when the action was counted; otherwise the seconds until a retry makes sense. */
  readonly waitSeconds: number;
};

export type TokenBucket = {
  /** Counts one action of the key, or several at once, if there is room for all of them. */
  take(key: string, nowMs: number, actions?: number): Allowance;
};

export type Rate = {
  readonly perMinute: number;
  /** Actions allowed at once after a pause. */
  readonly burst: number;
};

type Filled = { readonly tokens: number; readonly atMs: number };

/**
 * A token bucket of `burst` tokens per key, refilled at a steady rate; an action takes one token.
 * In this process's memory: remembers at least the `keys` most recently used keys, at most twice as
 * many.
 */
export function tokenBucket({
  perMinute,
  burst,
  keys = 10_000,
}: Rate & { readonly keys?: number }): TokenBucket {
  const buckets = recentMap<string, Filled>(keys);
  const msPerToken = minuteMs / perMinute;
  const secondsFor = (tokens: number): number => Math.ceil((tokens * msPerToken) / secondMs);

  return {
    take(key, nowMs, actions = 1) {
      const before = buckets.get(key) ?? { tokens: burst, atMs: nowMs };
      const refilled = Math.max(0, nowMs - before.atMs) / msPerToken;
      const tokens = Math.min(burst, before.tokens + refilled);
      const isRoom = tokens >= actions;
      const left = isRoom ? tokens - actions : tokens;
      buckets.set(key, { tokens: left, atMs: nowMs });

      const remaining = Math.floor(left);
      const untilNext = Math.max(1, secondsFor(1 - left));
      const untilRoom = Math.max(1, secondsFor(actions - left));
      return {
        limit: burst,
        remaining,
        resetSeconds: remaining === 0 ? untilNext : secondsFor(burst - left),
        waitSeconds: isRoom ? 0 : untilRoom,
      };
    },
  };
}
