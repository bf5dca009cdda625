import { expect, test } from 'bun:test';
import { changedSearchParams } from '#web/app/state/search-params.ts';
import {
  comparisonOf,
  dayCount,
  daysLabel,
  localDay,
  problemOf,
  rangeChange,
  rangeOf,
  timeRangeOf,
  unitChoices,
  unitIn,
} from '#web/features/address/ranges.ts';

const today = '2026-11-22';
const read = (search: string) => rangeOf(new URLSearchParams(search));

test('an address asks for a preset or for days, and for seven days when it says neither', () => {
  expect(read('range=12m')).toEqual({ kind: 'preset', preset: '12m' });
  expect(read('from=2026-10-24&to=2026-11-22')).toEqual({
    kind: 'days',
    from: '2026-10-24',
    to: '2026-11-22',
  });
  for (const search of ['', 'range=5y', 'from=2026-10-24', 'from=2026-11-31&to=2026-12-01']) {
    expect(read(search)).toEqual({ kind: 'preset', preset: '7d' });
  }
  expect(read('from=2026-11-22&to=2026-11-21&range=30d')).toEqual({
    kind: 'preset',
    preset: '30d',
  });
});

test('[shared-report] days take the place of a preset in the address, and a preset the place of days', () => {
  const days = { kind: 'days', from: '2026-10-24', to: '2026-11-22' } as const;

  const withDays = changedSearchParams(
    new URLSearchParams('range=30d&country=DE'),
    rangeChange(days),
  );
  const withPreset = changedSearchParams(withDays, rangeChange({ kind: 'preset', preset: '90d' }));

  expect(withDays.toString()).toBe('country=DE&from=2026-10-24&to=2026-11-22');
  expect(withPreset.toString()).toBe('country=DE&range=90d');
});

test('all time is a range without a comparison, by the unit that is chosen or by the one that the server chooses', () => {
  const address = new URLSearchParams('range=all&compare=year&unit=month');

  expect(rangeOf(address)).toEqual({ kind: 'preset', preset: 'all' });
  expect([comparisonOf(address), unitIn(address), timeRangeOf(address)]).toEqual([
    'none',
    'month',
    'all',
  ]);
  expect(unitIn(new URLSearchParams('range=all'))).toBe('day');
});

test('a unit that does not fit the comparison is named with its reason, and an address with it shows days', () => {
  const reasons = (search: string) => {
    const address = new URLSearchParams(search);
    const choices = unitChoices(rangeOf(address), comparisonOf(address));
    return choices.map(({ unit, problem }) => (problem === null ? unit : `${unit}: ${problem}`));
  };
  expect(reasons('range=30d')).toEqual(['day', 'week', 'month']);
  expect(reasons('range=30d&compare=previous')).toEqual([
    'day',
    'week: when compared, only for whole weeks, such as 28 days',
    'month: only without comparison or with the year before',
  ]);
  expect(reasons('from=2026-10-26&to=2026-11-22&compare=previous')[1]).toBe('week');
  expect(reasons('range=90d&compare=year')).toEqual([
    'day',
    'week: only without comparison or with the previous period',
    'month',
  ]);
  expect(reasons('range=today')).toEqual([]);
  expect(unitIn(new URLSearchParams('range=30d&compare=previous&unit=week'))).toBe('day');
});

test('a comparison that is unknown is none', () => {
  expect(comparisonOf(new URLSearchParams('compare=year'))).toBe('year');
  expect(comparisonOf(new URLSearchParams('compare=decade'))).toBe('none');
});

test('typed days are refused at the field that is wrong', () => {
  const problem = (from: string, to: string) => problemOf({ from, to }, today);

  expect(problem('', today)).toEqual({ field: 'from', text: 'Please choose the first day' });
  expect(problem('2026-02-30', today)?.field).toBe('from');
  expect(problem(today, '')).toEqual({ field: 'to', text: 'Please choose the last day' });
  expect(problem('2026-11-23', '2026-11-24')?.text).toBe('The first day is in the future');
  expect(problem('2026-11-01', '2026-11-23')?.text).toBe('The last day is in the future');
  expect(problem('2026-11-10', '2026-11-09')?.text).toBe('The last day is before the first day');
  expect(problem('2024-01-01', today)?.text).toBe('Please choose at most 800 days');
  expect(problem(today, today)).toBeNull();
  expect(problem('2024-09-14', today)).toBeNull();
  expect(dayCount({ from: '2024-09-14', to: today })).toBe(800);
});

test('days are labelled short, one day once, and with years when one is of another year', () => {
  expect(daysLabel({ from: '2026-10-24', to: today }, today)).toBe('Oct 24 – Nov 22');
  expect(daysLabel({ from: today, to: today }, today)).toBe('Nov 22');
  expect(daysLabel({ from: '2025-12-24', to: '2026-01-02' }, today)).toBe(
    'Dec 24, 2025 – Jan 2, 2026',
  );
  expect(daysLabel({ from: '2026-11-01', to: '2028-01-31' }, today)).toBe(
    'Nov 1, 2026 – Jan 31, 2028',
  );
});

test('a moment belongs to the day of the local clock', () => {
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
