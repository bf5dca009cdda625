import { expect, test } from 'bun:test';
import {
  aboutUsual,
  averageLabel,
  usualLabel,
  usualOf,
  usualText,
} from '#web/features/analytics/measures/usual.ts';

const usual = {
  days: 4,
  clicks: 50,
  conversions: 5,
  money: [{ currency: 'EUR', conversions: 5, revenue: 9_999, profit: 2_000 }],
};

const text = (measure: Parameters<typeof usualOf>[0], of = usual) => {
  const value = usualOf(measure, of, 'EUR');
  return value === undefined ? null : usualText(usualLabel(measure, value, 'EUR'));
};

test('sums are divided by the days, and rates are not', () => {
  expect(text('clicks')).toBe('usually 13 by now');
  expect(text('conversions')).toBe('usually 1.3 by now');
  expect(text('rate')).toBe('usually 10.0% by now');
  expect(text('revenue')).toBe('usually €25 by now');
  expect(text('profit')).toBe('usually €5 by now');
});

test('small averages have a decimal, whole ones have none', () => {
  expect([0, 3, 2.44, 9.96, 12.5].map(averageLabel)).toEqual(['0', '3', '2.4', '10.0', '13']);
});

test('visitors of parts of days are not counted', () => {
  expect(text('visitors')).toBeNull();
});

test('without clicks there is nothing to divide by', () => {
  expect(text('rate', { ...usual, clicks: 0 })).toBe('usually — by now');
});

test('the explanation says how many days', () => {
  expect(aboutUsual({ days: 1 })).toStartWith('Usual: the day before,');
  expect(aboutUsual({ days: 7 })).toStartWith('Usual: the average of the 7 days before,');
});
