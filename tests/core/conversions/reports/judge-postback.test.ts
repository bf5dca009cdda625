import { expect, test } from 'bun:test';
import { judgePostback, type PostbackWords } from '#core/conversions/reports/judge-postback';

const tracked = { trackConversions: true };
const sent: PostbackWords = {
  report: { event: '', value: '49.99', currency: '', orderId: '' },
  profit: '',
  status: '',
  refundId: '',
  isTest: false,
};

test('a postback is a sale with its own profit, or with the link’s', () => {
  const verdicts = ['', '5.50'].map((profit) => judgePostback(tracked, { ...sent, profit }));

  expect(verdicts).toMatchObject([
    { kind: 'sale', sale: { eventType: 'sale', valueCents: 4999 }, sentProfitCents: null },
    { kind: 'sale', isRefund: false, sentProfitCents: 550 },
  ]);
});

test('a status, in any case, says whether money was received, refunded, or neither', () => {
  const kinds = ['approved', 'Refunded', 'CHARGEBACK', 'Pending', 'declined'].map((status) => {
    const verdict = judgePostback(tracked, { ...sent, status });
    return verdict.kind === 'sale' ? verdict.isRefund : verdict;
  });

  const noSale = { kind: 'ignored', reason: 'status' } as const;
  expect(kinds).toEqual([false, true, true, noSale, noSale]);
});

test('an order that was called off, has failed or is not paid is no sale', () => {
  const statuses = [
    ...['cancelled', 'Canceled', 'void', 'voided', 'expired', 'trash', 'failed', 'denied'],
    ...['invalid', 'fraud', 'hold', 'on-hold', 'On_Hold', 'unpaid', ' pending '],
  ];
  const sold = statuses.filter(
    (status) => judgePostback(tracked, { ...sent, status }).kind !== 'ignored',
  );
  const unsold = ['completed', 'processing', 'paid', 'confirmed', '1'].filter(
    (status) => judgePostback(tracked, { ...sent, status }).kind !== 'sale',
  );

  expect([sold, unsold]).toEqual([[], []]);
});

test('a refund requires an amount, and an invalid profit is an invalid value', () => {
  const free = { ...sent, report: { ...sent.report, value: '' } };

  expect(judgePostback(tracked, { ...free, status: 'refunded' })).toEqual({
    kind: 'refused',
    field: 'amount_missing',
  });
  expect(judgePostback(tracked, free)).toMatchObject({ kind: 'sale', isRefund: false });
  expect(judgePostback(tracked, { ...sent, profit: 'much' })).toEqual({
    kind: 'refused',
    field: 'value',
  });
});

test('a refund may have an id, without the spaces around it and of at most 128 characters', () => {
  const refund = { ...sent, status: 'refunded' };

  expect(judgePostback(tracked, { ...refund, refundId: ' R-1 ' })).toMatchObject({
    isRefund: true,
    refundId: 'R-1',
  });
  expect(judgePostback(tracked, { ...refund, refundId: 'R'.repeat(129) })).toEqual({
    kind: 'refused',
    field: 'refund_id',
  });
});

test('a test call records nothing and says why a real one would be ignored', () => {
  const call = { ...sent, isTest: true };

  expect(judgePostback(tracked, call)).toEqual({ kind: 'test', reason: 'none' });
  expect(judgePostback({ trackConversions: false }, call)).toEqual({
    kind: 'test',
    reason: 'not_tracked',
  });
  expect(judgePostback({ trackConversions: false }, sent)).toEqual({
    kind: 'ignored',
    reason: 'not_tracked',
  });
});

test('an invalid field is named even for a link without conversion tracking', () => {
  const report = { ...sent.report, currency: 'XXX' };

  const verdict = judgePostback({ trackConversions: false }, { ...sent, report, isTest: true });

  expect(verdict).toEqual({ kind: 'refused', field: 'currency' });
});
