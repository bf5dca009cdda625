import { wholeNumber, unitOf } from '#web/format.ts';

/** Days of one week, Monday first, in the person's language. */
export const weekdays = Array.from({ length: 7 }, (_, day) => weekday('long', day));
export const shortWeekdays = Array.from({ length: 7 }, (_, day) => weekday('short', day));

function weekday(style: 'long' | 'short', day: number): string {
  const format = new Intl.DateTimeFormat(undefined, { weekday: style, timeZone: 'UTC' });
  const monday = Date.UTC(2024, 0, 1);
  return format.format(monday + day * 86_400_000);
}

const hourFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', timeZone: 'UTC' });

/** The start of an hour of the day, as times stand everywhere: `9 AM`. */
export function hourLabel(hour: number): string {
  return hourFormat.format(hour * 3_600_000);
}

/** A cell in words: `Monday, 9 AM to 10 AM: 24 clicks`. */
export function cellWords(day: number, hour: number, clicks: number): string {
  const hours = `${hourLabel(hour)} to ${hourLabel((hour + 1) % 24)}`;
  return `${weekdays[day] ?? ''}, ${hours}: ${wholeNumber(clicks)} ${unitOf(clicks, 'click')}`;
}

/** How strongly a cell is coloured, 0 to 1; a root keeps quiet hours visible beside a busy one. */
export function strength(clicks: number, most: number): number {
  return most === 0 || clicks === 0 ? 0 : 0.15 + 0.85 * Math.sqrt(clicks / most);
}

export type Cell = { readonly day: number; readonly hour: number };

const steps: Readonly<Record<string, Cell>> = {
  ArrowLeft: { day: 0, hour: -1 },
  ArrowRight: { day: 0, hour: 1 },
  ArrowUp: { day: -1, hour: 0 },
  ArrowDown: { day: 1, hour: 0 },
  Home: { day: 0, hour: -23 },
  End: { day: 0, hour: 23 },
};

/** The cell that a key leads to; null for keys that lead nowhere. */
export function neighbour({ day, hour }: Cell, key: string): Cell | null {
  const step = steps[key];
  if (!step) return null;
  return { day: within(day + step.day, 6), hour: within(hour + step.hour, 23) };
}

function within(value: number, last: number): number {
  return Math.min(Math.max(value, 0), last);
}
