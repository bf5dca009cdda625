import { expect, test } from 'bun:test';
import type { ConversionJson } from '#contract/conversions/conversions';
import { conversionWords, hasAmount } from '#web/features/conversions/conversion-facts.tsx';

type Facts = Pick<ConversionJson, 'eventType' | 'value' | 'profit'>;

test.each<[facts: Facts, hasValue: boolean, hasProfit: boolean]>([
  [{ eventType: 'sale', value: 4999, profit: 0 }, true, false],
  [{ eventType: 'sale', value: 0, profit: 0 }, true, false],
  [{ eventType: 'sale', value: -4999, profit: -100 }, true, true],
  [{ eventType: 'signup', value: 0, profit: 0 }, false, false],
  [{ eventType: 'signup', value: 500, profit: 0 }, true, false],
])('of %j the value is shown: %p, the profit: %p', (conversion, hasValue, hasProfit) => {
  expect(hasAmount({ conversion, of: 'value' })).toBe(hasValue);
  expect(hasAmount({ conversion, of: 'profit' })).toBe(hasProfit);
});

test.each([
  [{ eventType: 'sale', value: 4900, isRefund: false }, 'Sale of $49'],
  [{ eventType: 'sale', value: -4900, isRefund: true }, 'Refund of $49'],
  [{ eventType: 'signup', value: 0, isRefund: false }, 'Signup'],
] as const)('%j is called %p', (facts, words) => {
  expect(conversionWords({ ...facts, profit: 0, currency: 'USD' })).toBe(words);
});
