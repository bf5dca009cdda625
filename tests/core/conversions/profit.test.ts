import { expect, test } from 'bun:test';
import { profitOf } from '#core/conversions/raw-conversion';

const sale = {
  eventType: 'sale',
  currency: 'USD',
  isRefund: false,
  sentCents: 700,
  saleProfit: { cents: 1500, currency: 'USD' },
} as const;

test('a sale of a link with automatic profit has the link’s profit and not the sent one', () => {
  expect(profitOf(sale)).toBe(1500);
  expect(profitOf({ ...sale, sentCents: null })).toBe(1500);
  expect(profitOf({ ...sale, saleProfit: { cents: 0, currency: 'USD' } })).toBe(0);
});

test('a sale in another currency has the sent profit, or none', () => {
  expect(profitOf({ ...sale, currency: 'EUR' })).toBe(700);
  expect(profitOf({ ...sale, currency: 'EUR', sentCents: null })).toBe(0);
  const inEuros = { cents: 1500, currency: 'EUR' } as const;
  expect(profitOf({ ...sale, currency: 'EUR', saleProfit: inEuros })).toBe(1500);
  expect(profitOf({ ...sale, currency: 'EUR', isRefund: true, sentCents: null })).toBe(0);
});

test('any other event has the sent profit, or none', () => {
  expect(profitOf({ ...sale, saleProfit: null })).toBe(700);
  expect(profitOf({ ...sale, eventType: 'lead' })).toBe(700);
  expect(profitOf({ ...sale, eventType: 'lead', sentCents: null })).toBe(0);
});

test('a refund subtracts the profit of its sale', () => {
  expect(profitOf({ ...sale, isRefund: true })).toBe(-1500);
  expect(profitOf({ ...sale, isRefund: true, saleProfit: null })).toBe(-700);
  expect(profitOf({ ...sale, isRefund: true, eventType: 'lead', sentCents: null })).toBe(0);
});
