import { expect, test } from 'bun:test';
import { lifetimeCents, monthlyCents } from '#core/billing/plan';
import { listPrices } from '#web/features/billing/prices/list-prices.ts';

test('pages that cannot ask the server tell its prices', () => {
  expect(listPrices).toEqual({ monthlyCents, lifetimeCents });
});
