import { recentMap } from './recent-map.ts';
import { Refusal } from './refusal.ts';
import { secondMs } from './time.ts';

/** Counts what a key does within a window. */
export type RateLimit = {
  /** Counts one more and answers 0; or, at the limit, whole seconds to wait, counting nothing. */
  waitSeconds(key: string, nowMs: number): number;
};

/** The same, counted where all instances see it; rejects when that place is away. */
export type SharedRateLimit = {
  waitSeconds(key: string, nowMs: number): number | Promise<number>;
};

/** Refuses `too_many_requests` with `message`, unless `waitSeconds` is 0. */
export function refuseFlood(waitSeconds: number, message: string): void {
  if (waitSeconds === 0) return;
  throw new Refusal('too_many_requests', message, { retryAfterSeconds: waitSeconds });
}

/**
 * A limit of `limit` acts within any `windowMs`, in this process's memory. At least the
 * `keys` keys seen last are remembered, and at most twice as many.
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
