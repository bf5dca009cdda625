import { expect, test } from 'bun:test';
import {
  countSetOptions,
  newRule,
  noOptionValues,
} from '#web/features/links/options/option-values.ts';

test('each option that is set counts once, and all rules together', () => {
  const rule = { ...newRule, devices: 'phone', url: 'https://example.com/phone' };
  const values = { ...noOptionValues, expiresAfterClicks: '5', passQuery: true };

  expect(countSetOptions(noOptionValues)).toBe(0);
  expect(countSetOptions(values)).toBe(2);
  expect(countSetOptions({ ...values, rules: [rule, rule] })).toBe(3);
});
