import { recentMap } from './recent-map.ts';

/** How an act stands to what its key may do. */
export type Spent =
  | 'within'
  /** The first one too many in this window. */
  | 'just over'
  | 'over';

/** Counts what each key does in a window that begins with its first act. */
export type Budget = {
  spend(key: string, nowMs: number): Spent;
};

type Window = { count: number; readonly untilMs: number };

/**
 * Lets each key act `limit` times per window of `windowMs`, at the same small cost however high the
 * limit is. Remembers at least the `keys` keys used last.
 */
export function budget(options: {
  readonly limit: number;
  readonly windowMs: number;
  readonly keys: number;
}): Budget {
  const windows = recentMap<string, Window>(options.keys);

  return {
    spend(key, nowMs) {
      const window = windows.get(key);
      const isOpen =
        window !== undefined &&
        window.untilMs > nowMs &&
        window.untilMs <= nowMs + options.windowMs;
      const current = isOpen ? window : { count: 0, untilMs: nowMs + options.windowMs };
      if (!isOpen) windows.set(key, current);
      current.count += 1;
      if (current.count <= options.limit) return 'within';
      return current.count === options.limit + 1 ? 'just over' : 'over';
    },
  };
}
