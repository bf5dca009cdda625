import type { Clock } from './time.ts';

/** One answer per key for everybody who asks within a short time. */
export type SingleFlight<T> = {
  /** The answer under way or still fresh for `key`; else what `make` brings. A failure is not kept. */
  get(key: string, make: () => Promise<T>): Promise<T>;
};

type Flight<T> = { readonly startedAtMs: number; readonly answer: Promise<T> };

/** Keeps answers for `keepMs` after their start; older ones go at the next call of any key. */
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

/** A map keeps insertion order and flights are inserted as they start, so the old ones are in front. */
function dropOlderThan(flights: Map<string, Flight<unknown>>, limitMs: number): void {
  for (const [key, flight] of flights) {
    if (flight.startedAtMs > limitMs) return;
    flights.delete(key);
  }
}
