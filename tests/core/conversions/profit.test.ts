import { expect, test } from 'bun:test';
import { profitOf } from '#core/conversions/profit';

const sale = { eventType: 'sale', isRefund: false, sentCents: 700, saleProfitCents: 1500 } as const;

test('a sale of a link that counts by itself brings what the link says, whatever was sent', () => {
  expect(profitOf(sale)).toBe(1500);
  expect(profitOf({ ...sale, sentCents: null })).toBe(1500);
  expect(profitOf({ ...sale, saleProfitCents: 0 })).toBe(0);
});

test('anything else brings what was sent, or nothing', () => {
  expect(profitOf({ ...sale, saleProfitCents: null })).toBe(700);
  expect(profitOf({ ...sale, eventType: 'lead' })).toBe(700);
  expect(profitOf({ ...sale, eventType: 'lead', sentCents: null })).toBe(0);
});

test('a refund takes back what its sale brought', () => {
  expect(profitOf({ ...sale, isRefund: true })).toBe(-1500);
  expect(profitOf({ ...sale, isRefund: true, saleProfitCents: null })).toBe(-700);
  expect(profitOf({ ...sale, isRefund: true, eventType: 'lead', sentCents: null })).toBe(0);
});
