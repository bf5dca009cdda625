import { expect, test } from 'bun:test';
import { titlesOf } from '#web/features/analytics/measures/chart-tip.tsx';

test('the columns of a comparison have their whole dates where their names would be the same', () => {
  const titles = (at: string, before: { title: string; at: string | null }, unit: 'day' | 'hour') =>
    titlesOf({ at }, before, unit);

  const [day, hour] = ['2026-11-21', '2026-11-21T09:00+01:00'];
  expect(titles(day, { title: 'Nov 14', at: '2026-11-14' }, 'day')).toEqual(['Nov 21', 'Nov 14']);
  expect(titles(day, { title: 'Nov 21', at: '2025-11-21' }, 'day')).toEqual([
    'Nov 21, 2026',
    'Nov 21, 2025',
  ]);
  const earlier = { title: '9 AM', at: '2026-11-20T09:00+01:00' };
  expect(titles(hour, earlier, 'hour')).toEqual(['Nov 21, 2026, 9 AM', 'Nov 20, 2026, 9 AM']);
  expect(titles(day, { title: 'Usual by now', at: null }, 'day')).toEqual([
    'Nov 21',
    'Usual by now',
  ]);
});
