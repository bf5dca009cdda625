import type { Clock } from './time.ts';

/** One result per key for all callers within a short time. */
export type SingleFlight<T> = {
  /** The running or still fresh result for `key`, if there is one. */
  known(key: string): Promise<T> | undefined;
  /**
   * The running or still fresh result for `key`; otherwise calls `make`. Failures are not cached.
   */
  get(key: string, make: () => Promise<T>): Promise<T>;
};

type Flight<T> = { readonly startedAtMs: number; readonly answer: Promise<T> };

/**
 * Keeps at most `most` results, for `keepMs` after their start. Older ones are removed at the next
 * call with any key.
 */
export function singleFlight<T>({
  clock,
  keepMs,
  most = Infinity,
}: {
  readonly clock: Clock;
  readonly keepMs: number;
  readonly most?: number;
}): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  const known = (key: string) => {
    dropOlderThan(flights, clock.now() - keepMs);
    return flights.get(key)?.answer;
  };

  return {
    known,
    get(key, make) {
      const running = known(key);
      if (running) return running;

      const flight: Flight<T> = { startedAtMs: clock.now(), answer: make() };
      for (const oldest of flights.keys()) {
        if (flights.size < most) break;
        flights.delete(oldest);
      }
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
