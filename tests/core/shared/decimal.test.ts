import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { maxCents } from '#contract/money';
import { centsFromDecimal, decimalFromCents } from '#core/shared/money';

test('[exact-money] every amount is read back unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: maxCents }), (amountCents) => {
      expect(centsFromDecimal(decimalFromCents(amountCents))).toBe(amountCents);
    }),
  );
});

test('[exact-money] plain decimals are converted to cents, without floats', () => {
  const readings = { '49.99': 4999, '50': 5000, '0': 0, '0.1': 10, '1.1': 110, '49.9900': 4999 };
  const tens = Array.from({ length: 10 }, () => centsFromDecimal('0.1') ?? 0);

  for (const [text, cents] of Object.entries(readings)) expect(centsFromDecimal(text)).toBe(cents);
  expect(tens.reduce((sum, cents) => sum + cents)).toBe(100);
  expect(centsFromDecimal('10000000.00')).toBe(maxCents);
});

test('[exact-money] an amount that is not a plain decimal is rejected', () => {
  const hostile = [
    ...['-1', '-0', '+1', 'NaN', 'Infinity', '-Infinity', '1e309', '1e3', '0x10', '0b1', '1_000'],
    ...['1,000', '1.000,00', '49,99', '٣', '３', '1000000000000000000', '10000000.01', '12.345'],
    ...['0.001', '.5', '5.', '', ' 1', '1 ', '1\n', '$1', '1 USD', 'null', '1.2.3', '0'.repeat(99)],
  ];

  for (const text of hostile)
    expect({ text, cents: centsFromDecimal(text) }).toEqual({ text, cents: null });
});
