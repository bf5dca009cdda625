import { recentMap } from '#core/shared/recent-map';
import { Refusal } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';

/** Counts a key's actions within a window. */
export type RateLimit = {
  /**
   * Counts one action and returns 0. At the limit it counts nothing and returns the whole seconds
   * to wait.
   */
  waitSeconds(key: string, nowMs: number): number;
};

/**
 * A `RateLimit` that counts for all instances together. It rejects while the shared storage is
 * away.
 */
export type SharedRateLimit = {
  waitSeconds(key: string, nowMs: number): number | Promise<number>;
};

/** Refuses `too_many_requests` with `message`, unless `waitSeconds` is 0. */
export function refuseFlood(waitSeconds: number, message: string): void {
  if (waitSeconds === 0) return;
  throw new Refusal('too_many_requests', message, { retryAfterSeconds: waitSeconds });
}

/**
 * Allows `limit` actions within each period of `windowMs`, counted in this process's memory.
 * Remembers at least the `keys` most recently used keys, and at most twice as many.
 */
export function rateLimit(options: {
  readonly limit: number;
  readonly windowMs: number;
  readonly keys?: number;
}): RateLimit {
  const { limit, windowMs, keys = 10_000 } = options;
  const actsOf = recentMap<string, readonly number[]>(keys);

  return {
    waitSeconds(key, nowMs) {
      const acts = (actsOf.get(key) ?? []).filter((atMs) => Math.abs(nowMs - atMs) < windowMs);
      const [first = nowMs] = acts;
      if (acts.length >= limit)
        return Math.max(1, Math.ceil((first + windowMs - nowMs) / secondMs));

      actsOf.set(key, [...acts, nowMs]);
      return 0;
    },
  };
}
