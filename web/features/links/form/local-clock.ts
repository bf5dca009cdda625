/** The date in the browser's time zone: `2026-11-21T09:30`. */
export function localClock(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
