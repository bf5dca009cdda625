import { expect, test } from 'bun:test';
import type { TimeRange } from '#web/api.ts';
import { rangeSince, timeRangeOf } from '#web/features/address/ranges.ts';

const now = new Date(2026, 10, 22, 12);

test.each<[asked: string, range: TimeRange]>([
  ['', '7d'],
  ['range=today', '7d'],
  ['range=yesterday', '7d'],
  ['range=30d', '30d'],
  ['range=12m', '90d'],
  ['range=5y', '7d'],
  ['from=2026-11-16&to=2026-11-17', '7d'],
  ['from=2026-10-24&to=2026-10-25', '30d'],
  ['from=2026-10-23&to=2026-11-22', '90d'],
  ['from=2025-01-01&to=2025-01-02', '90d'],
])('a screen with three ranges covers what "%s" asks for with %s', (search, range) => {
  expect(timeRangeOf(new URLSearchParams(search), now)).toBe(range);
});

test.each<[asked: string, range: TimeRange]>([
  ['2026-11-22', '7d'],
  ['2026-11-16', '7d'],
  ['2026-11-15', '30d'],
  ['2026-10-24', '30d'],
  ['2026-10-23', '90d'],
  ['2026-08-25', '90d'],
])('the shortest range with the day %s is %s', (day, range) => {
  expect(rangeSince(day, now)).toBe(range);
});
