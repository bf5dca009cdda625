import { expect, test } from 'bun:test';
import { lifetimeCents, monthlyCents } from '#core/billing/plan';
import { listPrices } from '#web/features/billing/prices/list-prices.ts';

test('the list prices equal the server’s prices', () => {
  expect(listPrices).toEqual({ monthlyCents, lifetimeCents });
});
