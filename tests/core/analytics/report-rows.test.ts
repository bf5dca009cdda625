import { expect, test } from 'bun:test';
import type { ListedValue } from '#core/analytics/reading';
import { filterValue, reportList, shownRows } from '#core/analytics/report/lists';

const value = (name: string, clicks: number, tenths: number, comparedClicks = 0): ListedValue => ({
  name,
  detail: '',
  clicks,
  tenths,
  comparedClicks,
  conversions: 1,
});

/** Ten values of 50 clicks, and three more values that the reading has counted but not listed. */
const long = {
  rows: Array.from({ length: shownRows }, (_, index) => value(`Browser ${index}`, 50, 83, 40)),
  count: 13,
  clicks: 600,
  conversions: 17,
  comparedClicks: 470,
};

test('the rest of a long list is one row that no filter takes, and the rows add up', () => {
  const { rows, count, totalClicks } = reportList('browsers', long, true);

  expect(rows).toHaveLength(shownRows + 1);
  expect(rows.at(-1)).toEqual({
    name: 'Other',
    detail: '',
    value: '',
    percentage: 17,
    clicks: 100,
    conversions: 7,
    comparedClicks: 70,
  });
  expect(rows[0]?.value).toBe('Browser 0');
  expect({ count, totalClicks }).toEqual({ count: 13, totalClicks: 600 });
  expect(rows.reduce((sum, { percentage }) => sum + percentage * 10, 0)).toBeCloseTo(1000);
});

test('a list that fits has no rest, and nothing compared is null', () => {
  const one = { count: 1, clicks: 5, conversions: 1, comparedClicks: 9 };

  const mobile = value('mobile', 5, 1000);

  const { rows } = reportList('devices', { rows: [mobile], ...one }, false);

  expect(rows).toEqual([
    {
      name: 'mobile',
      detail: '',
      value: 'mobile',
      clicks: 5,
      percentage: 100,
      conversions: 1,
      comparedClicks: null,
    },
  ]);
});

test('a city is filtered together with its country', () => {
  expect(filterValue('cities', { name: 'Paris', detail: 'US' })).toBe('Paris,US');
  expect(filterValue('countries', { name: 'US', detail: '' })).toBe('US');
});
