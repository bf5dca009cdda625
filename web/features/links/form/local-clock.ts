/** The date in the browser's time zone: `2026-11-21T09:30`. */
export function localClock(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The instant of a local time in ISO 8601; null for blank, and for what is no time. */
export function instantOf(local: string): string | null {
  const atMs = Date.parse(local);
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString();
}

/** The last time that a field takes: browsers let people type years of six digits. */
export const lastLocalClock = '9999-12-31T23:59';
