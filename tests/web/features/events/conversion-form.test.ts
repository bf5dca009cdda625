import { expect, test } from 'bun:test';
import { noOptionsJson, noTexts } from '#tests/support/builders/links';
import type { ConversionJson } from '#contract/conversions/conversions';
import type { Link } from '#web/api.ts';
import { amountOf, centsOf } from '#web/features/events/amount.ts';
import {
  conversionChange,
  conversionSchema,
  conversionValuesOf,
  conversionWish,
  newConversionValues,
} from '#web/features/events/conversion-form.ts';

const link: Link = {
  ...noOptionsJson,
  ...noTexts,
  id: 'link-1',
  userId: 'user-1',
  originalUrl: 'https://example.com/',
  shortCode: 'abcdefg',
  customAlias: null,
  externalId: null,
  version: 1,
  domain: null,
  shortUrl: 'https://wp.example/abcdefg',
  tags: [],
  folder: null,
  brokenDestinations: [],
  expiresAt: null,
  isActive: true,
  trackClicks: true,
  trackConversions: true,
  autoTrackProfit: false,
  profitPerSale: 1250,
  profitPerSaleCurrency: 'USD',
  splitTestEnabled: false,
  splitTestUrls: [],
  importedClicks: null,
  totalClicks: 0,
  uniqueClicks: 0,
  botClicks: 0,
  totalConversions: 0,
  totalProfit: 0,
  totalRevenue: 0,
  otherCurrencies: [],
  conversionRate: 0,
  clickCounter: 0,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
};

const sale: ConversionJson = {
  id: 'conversion-1',
  linkId: link.id,
  shortUrl: 'https://go.example/shop',
  title: null,
  eventType: 'sale',
  value: 4999,
  profit: 1000,
  currency: 'EUR',
  source: 'pixel',
  trust: 'verified',
  orderId: '',
  variant: 0,
  isRefund: false,
  hasClick: false,
  country: '',
  device: 'unknown',
  referrer: '',
  convertedAt: '2026-11-21T09:00:00.000Z',
  metadata: null,
};

test('amounts are sent as integer cents, rounded, and blank ones as none', () => {
  expect(['49.99', '0.1', '8,29', '1 299,5', '.5', ' ', ''].map(centsOf)).toEqual([
    4999,
    10,
    829,
    129_950,
    50,
    null,
    null,
  ]);
  expect([4999, 1050, 4900, 0, null].map(amountOf)).toEqual(['49.99', '10.50', '49', '0', '']);
});

test('a new conversion starts as a sale with the link’s profit per sale', () => {
  expect(newConversionValues(link)).toMatchObject({
    eventType: 'sale',
    profit: '12.50',
    value: '',
  });
  expect(newConversionValues({ ...link, profitPerSale: null })).toMatchObject({ profit: '' });
});

test('a typed profit is sent, unless the link determines the profit', () => {
  const typed = { ...newConversionValues(link), value: '49.99', profit: '3' };
  const automatic = { ...link, autoTrackProfit: true };

  expect(conversionWish(typed, link)).toMatchObject({ value: 4999, profit: 300 });
  expect(conversionWish(typed, automatic)).toMatchObject({ profit: 1250 });
  expect(conversionWish({ ...typed, eventType: 'lead' }, automatic)).toMatchObject({ profit: 0 });
  expect(conversionWish(typed, { ...automatic, profitPerSale: null })).toMatchObject({
    profit: 300,
  });
});

test('a conversion is edited with its values, and a refund with the refunded amount', () => {
  const refund = { ...sale, isRefund: true, value: -4999, profit: -1000 };
  const wanted = { eventType: 'sale', value: 4999, profit: 1000, currency: 'EUR' } as const;

  expect(conversionChange(conversionValuesOf(sale))).toEqual(wanted);
  expect(conversionChange(conversionValuesOf(refund))).toEqual(wanted);
});

test('negative amounts and other text are rejected with the specified texts', () => {
  const messages = (change: Record<string, string>) =>
    conversionSchema
      .safeParse({ ...newConversionValues(link), ...change })
      .error?.issues.map(({ message }) => message) ?? [];

  expect(messages({ value: '-0.01', profit: '-1' })).toEqual([
    'Value must be positive',
    'Profit must be positive',
  ]);
  for (const value of ['ten', '1e2', '1,299', '1,299.00', '1.2.3', '-', '.', '4.']) {
    expect(messages({ value })).toEqual(['Enter an amount such as 49.99']);
  }
  expect(messages({ value: '0', profit: '' })).toEqual([]);
});
