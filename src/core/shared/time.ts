/**
 * The wall clock, injected so that tests can set it. `now()` returns milliseconds since the epoch.
 */
export type Clock = { now(): number };

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The UTC calendar day of a time as `YYYY-MM-DD`. */
export function utcDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** The UTC calendar month of a time, as 202411. */
export function utcMonth(atMs: number): number {
  return Number(utcDay(atMs).slice(0, 7).replace('-', ''));
}

/** An instant on the clocks of a zone. */
export function zonedAt(atMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
}
