import { expect, test } from 'bun:test';
import type { Source } from '#contract/conversions/conversions';
import { rawConversion, type CheckedReport } from '#core/conversions/raw-conversion';

const link = { id: 'a link', userId: 'its owner', saleProfit: null };
const report: CheckedReport = {
  id: 'a conversion',
  receivedAtMs: 1000,
  source: 'postback',
  eventType: 'sale',
  valueCents: 4999,
  currency: 'USD',
  sentProfitCents: 1000,
};

test('only browser reports are unconfirmed; the dialog and the API always create new conversions', () => {
  const sources: readonly Source[] = ['manual', 'api', 'postback', 'pixel'];

  const made = sources.map((source) => rawConversion(link, { ...report, source }));

  expect(made.map(({ isConfirmed, isAlwaysNew }) => ({ isConfirmed, isAlwaysNew }))).toEqual([
    { isConfirmed: true, isAlwaysNew: true },
    { isConfirmed: true, isAlwaysNew: true },
    { isConfirmed: true, isAlwaysNew: false },
    { isConfirmed: false, isAlwaysNew: false },
  ]);
});

test('a refund has a negative amount and profit', () => {
  const made = rawConversion(link, { ...report, isRefund: true });

  expect(made).toMatchObject({ isRefund: true, valueCents: -4999, profitCents: -1000 });
});

test('a refund with an id takes back the reported profit, because the fixed one is for the whole sale', () => {
  const counting = { ...link, saleProfit: { cents: 300, currency: 'USD' } as const };
  const refund = { ...report, isRefund: true, refundId: 'R-1' };

  expect(rawConversion(counting, refund).profitCents).toBe(-1000);
  expect(rawConversion(counting, { ...refund, sentProfitCents: null }).profitCents).toBe(0);
  expect(rawConversion(counting, { ...refund, refundId: '' }).profitCents).toBe(-300);
});

test('the id of a refund is dropped from a sale, so that a sale is known by its order', () => {
  expect(rawConversion(link, { ...report, refundId: 'R-1' }).refundId).toBe('');
});

test('a link with automatic profit sets it for each sale, also over a reported profit', () => {
  const counting = { ...link, saleProfit: { cents: 300, currency: 'USD' } as const };

  expect(rawConversion(counting, report).profitCents).toBe(300);
  expect(rawConversion(link, report).profitCents).toBe(1000);
});

test('request data is stored only for visitors', () => {
  const visitor = {
    isAnonymous: false,
    address: '203.0.113.7',
    userAgent: 'A',
    visitorCookie: 'c',
  };

  expect(rawConversion(link, report)).toMatchObject({
    linkId: link.id,
    userId: link.userId,
    isAnonymous: true,
    address: '',
    userAgent: '',
    visitorCookie: '',
    orderId: '',
    click: null,
    metadata: '',
  });
  expect(rawConversion(link, { ...report, visitor })).toMatchObject(visitor);
});
