import { expect, test } from 'bun:test';
import { fits } from '#core/webhooks/body';

test('a body has at most 20 KB, counted in bytes of UTF-8', () => {
  expect(fits('x'.repeat(20 * 1024))).toBe(true);
  expect(fits('x'.repeat(20 * 1024 + 1))).toBe(false);
  expect(fits('é'.repeat(10 * 1024))).toBe(true);
  expect(fits(`${'é'.repeat(10 * 1024)}x`)).toBe(false);
});
