import { expect, test } from 'bun:test';
import { isCents } from '#contract/money';
import { decimalFromCents } from '#core/shared/money';

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [50, '0.50'],
  [4999, '49.99'],
  [1_000_000_000, '10000000.00'],
  [-5, '-0.05'],
])('%d cents are %s', (amountCents, decimal) => {
  expect(decimalFromCents(amountCents)).toBe(decimal);
});

test('an amount is whole cents from zero to ten million dollars', () => {
  expect([0, 1, 1_000_000_000].every(isCents)).toBe(true);
  expect([-1, 0.5, 1_000_000_001, NaN, Infinity].some(isCents)).toBe(false);
});
