import type { Clock } from './time.ts';

/** One result per key for all callers within a short time. */
export type SingleFlight<T> = {
  /**
   * The running or still fresh result for `key`; otherwise calls `make`. Failures are not cached.
   */
  get(key: string, make: () => Promise<T>): Promise<T>;
};

type Flight<T> = { readonly startedAtMs: number; readonly answer: Promise<T> };

/**
 * Keeps results for `keepMs` after their start. Older ones are removed at the next call with any
 * key.
 */
export function singleFlight<T>({
  clock,
  keepMs,
}: {
  clock: Clock;
  keepMs: number;
}): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  return {
    get(key, make) {
      const nowMs = clock.now();
      dropOlderThan(flights, nowMs - keepMs);
      const running = flights.get(key);
      if (running) return running.answer;

      const flight: Flight<T> = { startedAtMs: nowMs, answer: make() };
      flights.set(key, flight);
      flight.answer.catch(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
      return flight.answer;
    },
  };
}

/** A map keeps insertion order and flights are inserted as they start, so the oldest come first. */
function dropOlderThan(flights: Map<string, Flight<unknown>>, limitMs: number): void {
  for (const [key, flight] of flights) {
    if (flight.startedAtMs > limitMs) return;
    flights.delete(key);
  }
}
