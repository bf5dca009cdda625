import { secondMs } from './time.ts';

/** Counts what a key does within a window. */
export type RateLimit = {
  /** Counts one more and answers 0; or, at the limit, whole seconds to wait, counting nothing. */
  waitSeconds(key: string, nowMs: number): number;
};

/**
 * A limit of `limit` acts within any `windowMs`, in this process's memory. At most `keys` keys are
 * remembered; the one that was quiet for longest is forgotten first.
 */
export function rateLimit(options: {
  readonly limit: number;
  readonly windowMs: number;
  readonly keys?: number;
}): RateLimit {
  const { limit, windowMs, keys = 10_000 } = options;
  const actsOf = new Map<string, number[]>();

  function remember(key: string, acts: number[]): void {
    actsOf.delete(key);
    actsOf.set(key, acts);
    const [oldest] = actsOf.keys();
    if (actsOf.size > keys && oldest !== undefined) actsOf.delete(oldest);
  }

  return {
    waitSeconds(key, nowMs) {
      const acts = (actsOf.get(key) ?? []).filter((atMs) => Math.abs(nowMs - atMs) < windowMs);
      const [first = nowMs] = acts;
      if (acts.length >= limit)
        return Math.max(1, Math.ceil((first + windowMs - nowMs) / secondMs));

      remember(key, [...acts, nowMs]);
      return 0;
    },
  };
}
