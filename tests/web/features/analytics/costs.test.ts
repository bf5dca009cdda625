import { expect, test } from 'bun:test';
import { costDays } from '#web/features/analytics/costs/costs.ts';

test('the days of a cost have their years when one of them is not the current year', () => {
  const days = (firstDay: string, lastDay: string | null) =>
    costDays({ firstDay, lastDay }, '2026-11-28');

  expect(days('2026-11-01', null)).toBe('since Nov 1');
  expect(days('2024-11-01', null)).toBe('since Nov 1, 2024');
  expect(days('2026-11-01', '2026-11-01')).toBe('Nov 1');
  expect(days('2025-11-01', '2026-12-31')).toBe('Nov 1, 2025 – Dec 31, 2026');
});
