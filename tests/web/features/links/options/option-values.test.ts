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

test('a stored password counts until it is removed, and a new one in its place is the same option', () => {
  const removed = { ...noOptionValues, removesPassword: true };
  const replaced = { ...noOptionValues, password: 'open sesame' };

  expect(countSetOptions(noOptionValues, true)).toBe(1);
  expect(countSetOptions(removed, true)).toBe(0);
  expect(countSetOptions(replaced, true)).toBe(1);
});
