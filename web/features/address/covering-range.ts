import type { TimeRange } from '#web/api.ts';
import { dayCount, localDay, rangeOf } from './ranges.ts';

/**
 * The range of the dashboard and of Conversions that an address asks for: of the three that they
 * have, the shortest that covers the address's range, else the longest.
 */
export function timeRangeOf(searchParams: URLSearchParams, now = new Date()): TimeRange {
  const range = rangeOf(searchParams);
  if (range.kind === 'days') return rangeSince(range.from, now);
  switch (range.preset) {
    case 'today':
    case 'yesterday':
    case '7d':
      return '7d';
    case '30d':
      return '30d';
    case '90d':
    case '12m':
      return '90d';
  }
}

/** The shortest range that has this day of the browser's zone (`YYYY-MM-DD`), else the longest. */
export function rangeSince(day: string, now: Date): TimeRange {
  const days = dayCount({ from: day, to: localDay(now) });
  if (days <= 7) return '7d';
  return days <= 30 ? '30d' : '90d';
}
