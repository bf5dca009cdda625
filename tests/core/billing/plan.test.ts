import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  correctionsOf,
  planOf,
  type PurchaseState,
  type SubscriptionState,
} from '#core/billing/plan';
import { dayMs } from '#core/shared/time';

const endMs = Date.UTC(2026, 6, 1);
const during = endMs - 1;
const after = endMs;

type Case = readonly [
  what: string,
  purchases: readonly PurchaseState[],
  subscriptions: readonly SubscriptionState[],
  inTrial: string,
  afterTrial: string,
];

const cases: readonly Case[] = [
  ['nothing', [], [], 'trial', 'expired'],
  ['a payment that was begun', ['open'], [], 'trial', 'expired'],
  ['a payment that came to nothing', ['void'], ['void'], 'trial', 'expired'],
  ['lifetime', ['paid'], [], 'lifetime', 'lifetime'],
  ['lifetime, refunded', ['refunded'], [], 'trial', 'canceled'],
  ['lifetime, disputed', ['disputed'], [], 'trial', 'canceled'],
  ['lifetime, bought again after a refund', ['refunded', 'paid'], [], 'lifetime', 'lifetime'],
  ['lifetime twice', ['paid', 'paid'], [], 'lifetime', 'lifetime'],
  ['a subscription not paid yet', [], ['open'], 'trial', 'expired'],
  ['a subscription', [], ['active'], 'active', 'active'],
  ['a subscription that lapsed', [], ['past_due'], 'trial', 'past_due'],
  ['a subscription whose payment was taken back', [], ['reversed'], 'trial', 'canceled'],
  ['a subscription that ended', [], ['ended'], 'trial', 'canceled'],
  ['a subscription after one that ended', [], ['ended', 'active'], 'active', 'active'],
  ['lifetime over a subscription', ['paid'], ['active'], 'lifetime', 'lifetime'],
  ['lifetime refunded, a subscription beside it', ['refunded'], ['active'], 'active', 'active'],
];

describe('[plan-follows-payments] the plan', () => {
  test.each(cases)('of %s', (_, purchases, subscriptions, inTrial, afterTrial) => {
    const facts = { trialEndsAt: new Date(endMs), purchases, subscriptions };

    expect([planOf(facts, during), planOf(facts, after)] as string[]).toEqual([
      inTrial,
      afterTrial,
    ]);
  });

  test('does not depend on the order of purchases', () => {
    const purchase = fc.constantFrom<PurchaseState>('open', 'paid', 'refunded', 'disputed', 'void');
    const subscription = fc.constantFrom<SubscriptionState>(
      ...(['open', 'active', 'past_due', 'reversed', 'ended', 'void'] as const),
    );

    fc.assert(
      fc.property(
        fc.array(purchase, { maxLength: 4 }),
        fc.array(subscription, { maxLength: 4 }),
        fc.integer({ min: -40, max: 40 }),
        (purchases, subscriptions, days) => {
          const trialEndsAt = new Date(endMs);
          const nowMs = endMs + days * dayMs;
          const facts = { trialEndsAt, purchases, subscriptions };
          const turned = {
            trialEndsAt,
            purchases: purchases.toReversed(),
            subscriptions: subscriptions.toReversed(),
          };

          expect(planOf(turned, nowMs)).toBe(planOf(facts, nowMs));
        },
      ),
    );
  });
});

describe('[plan-follows-payments] what must be refunded or canceled', () => {
  const bought = <State>(...states: State[]) =>
    states.map((state, index) => ({ id: `${index}`, state }));

  test('is a second lifetime payment, not the first', () => {
    const purchases = bought<PurchaseState>('void', 'paid', 'open', 'paid');

    expect(correctionsOf({ purchases, subscriptions: [] })).toEqual([
      { kind: 'refund', paymentId: '3' },
    ]);
  });

  test('is no payment after a refunded or disputed one', () => {
    const purchases = bought<PurchaseState>('refunded', 'disputed', 'paid');

    expect(correctionsOf({ purchases, subscriptions: [] })).toEqual([]);
  });

  test('is every subscription beside lifetime access', () => {
    const purchases = bought<PurchaseState>('paid');
    const subscriptions = bought<SubscriptionState>('ended', 'void', 'past_due', 'active', 'open');

    expect(correctionsOf({ purchases, subscriptions })).toEqual([
      { kind: 'cancel', subscriptionId: '2' },
      { kind: 'cancel', subscriptionId: '3' },
      { kind: 'cancel', subscriptionId: '4' },
    ]);
  });

  test('is a subscription whose payment was refunded or disputed, and no paid one', () => {
    const subscriptions = bought<SubscriptionState>('reversed', 'active');

    expect(correctionsOf({ purchases: [], subscriptions })).toEqual([
      { kind: 'cancel', subscriptionId: '0' },
    ]);
  });
});
