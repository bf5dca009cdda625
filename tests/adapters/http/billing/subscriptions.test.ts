import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { BillingJson, DueSubscription, SubscriptionPrice } from '#contract/billing/billing';
import { forgetEverybody, openedBy } from '#tests/support/worlds/billing/billing-app';
import { cleanUps } from '#tests/support/clean-ups';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { doublePrice } from '#tests/support/doubles/stripe-state';
import { stripeApp } from '#tests/support/worlds/billing/stripe-app';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
beforeEach(() => forgetEverybody(database.sql));
afterAll(() => database.drop());
/** Ends every trial in the database. */
const endTrials = () => database.sql`UPDATE users SET trial_ends_at = '2026-05-01T00:00:00Z'`;
const cleanUp = cleanUps();

function world() {
  const started = stripeApp(database.sql);
  cleanUp.add(started.stripe.stop);
  return started;
}

const monthly = (amountCents: number): SubscriptionPrice => ({
  amountCents,
  currency: 'USD',
  interval: 'month',
  intervalCount: 1,
});

/** A person with a running subscription. */
async function subscriber() {
  const started = world();
  const person = await started.somebody();
  const { paymentIntentId } = await openedBy(await person.post('/api/create-subscription'));
  started.stripe.deeds.pay(paymentIntentId);
  await started.deliverNew();
  const [subscriptionId = ''] = started.stripe.state.subscriptions.keys();
  const billing = async () => {
    const shown: BillingJson = await (await person.ask('/api/v1/billing')).json();
    return shown;
  };
  return { ...started, ...person, paymentIntentId, subscriptionId, billing };
}

describe('a subscription', () => {
  test('[paid-by-webhook] starts with the webhook of its first payment, not before', async () => {
    const { somebody, stripe, deliverNew } = world();
    const { post, planOf } = await somebody();
    const { paymentIntentId } = await openedBy(await post('/api/create-subscription'));

    stripe.deeds.pay(paymentIntentId);
    const before = await planOf();
    await deliverNew();

    expect([before, await planOf()]).toEqual(['trial', 'active']);
    expect(stripe.complaints).toEqual([]);
  });

  test('[paid-once] is created once, also when the page is opened repeatedly', async () => {
    const { somebody, stripe } = world();
    const { post } = await somebody();

    const opened = await Promise.all(
      [1, 2, 3].map(async () => openedBy(await post('/api/create-subscription'))),
    );
    const again = await openedBy(await post('/api/create-subscription'));

    expect(new Set([...opened, again].map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect(stripe.state.subscriptions.size).toBe(1);
  });

  test('is not sold to a person who has one, or who has lifetime access', async () => {
    const { post, stripe, deliverNew } = await subscriber();

    const second = await post('/api/create-subscription');
    const lifetime = await openedBy(await post('/api/billing/lifetime'));
    stripe.deeds.pay(lifetime.paymentIntentId);
    await deliverNew();
    const third = await post('/api/create-subscription');
    const fourth = await post('/api/billing/lifetime');

    expect(await second.json()).toMatchObject({ status: 409, code: 'already_subscribed' });
    expect(await third.json()).toMatchObject({ status: 409, code: 'already_lifetime' });
    expect(await fourth.json()).toMatchObject({ status: 409, code: 'already_lifetime' });
  });

  test('lapses when its renewal fails, and its open invoice can be paid, at its own price', async () => {
    const { post, planOf, stripe, deliverNew, subscriptionId } = await subscriber();
    await endTrials();
    const price = { ...doublePrice, unit_amount: 900 };
    stripe.deeds.change(subscriptionId, [{ price, quantity: 1 }]);
    const failed = stripe.deeds.failRenewal(subscriptionId);
    await deliverNew();
    const lapsed = await planOf();

    const due: DueSubscription = await (await post('/api/create-subscription')).json();
    stripe.deeds.pay(due.paymentIntentId);
    await deliverNew();

    expect(due.lapsed).toEqual({ price: monthly(900) });
    expect(lapsed).toBe('past_due');
    expect(due.paymentIntentId).toBe(failed);
    expect(await planOf()).toBe('active');
  });

  test('[plan-follows-payments] ends when its payment is refunded or disputed, and charges nothing more', async () => {
    for (const takeBack of ['refund', 'dispute'] as const) {
      const { planOf, stripe, deliverNew, maintenance, paymentIntentId, subscriptionId } =
        await subscriber();
      await endTrials();
      if (takeBack === 'refund') stripe.deeds.refund(paymentIntentId);
      else stripe.deeds.dispute(paymentIntentId, 'needs_response');
      await deliverNew();
      await maintenance.correct();

      expect(await planOf()).toBe('canceled');
      expect(stripe.state.subscriptions.get(subscriptionId)?.status).toBe('canceled');
    }
  });

  test('[plan-follows-payments] goes on when the operator gives it another price or quantity in Stripe', async () => {
    const { post, planOf, billing, stripe, deliverNew, subscriptionId } = await subscriber();
    await endTrials();
    const other = { ...doublePrice, id: 'price_of_a_friend', unit_amount: 900 };
    const changes = [
      [{ price: other, quantity: 1 }],
      [{ price: doublePrice, quantity: 2 }],
      [
        { price: doublePrice, quantity: 1 },
        { price: other, quantity: 1 },
      ],
    ];

    for (const items of changes) {
      stripe.deeds.change(subscriptionId, items);
      await deliverNew();

      expect(await planOf()).toBe('active');
      expect((await billing()).subscription).toMatchObject({ status: 'active' });
      expect((await post('/api/create-subscription')).status).toBe(409);
    }
  });

  test('is shown at the price that it has, in its currency and for its period', async () => {
    const { billing, stripe, deliverNew, subscriptionId } = await subscriber();
    const shownWith = async (...change: Parameters<typeof stripe.deeds.change>) => {
      stripe.deeds.change(...change);
      await deliverNew();
      return (await billing()).subscription?.price;
    };
    const at = (unit_amount: number, currency: string, interval = 'month', interval_count = 1) => ({
      price: { ...doublePrice, unit_amount, currency, recurring: { interval, interval_count } },
      quantity: 1,
    });
    const [dollars, id] = [at(900, 'usd'), subscriptionId];

    expect((await billing()).subscription?.price).toEqual(monthly(4900));
    expect(await shownWith(id, [dollars])).toEqual(monthly(900));
    expect(await shownWith(id, [{ ...dollars, quantity: 3 }])).toEqual(monthly(2700));
    expect(await shownWith(id, [dollars, at(100, 'usd')])).toEqual(monthly(1000));
    expect(await shownWith(id, [at(9000, 'eur', 'year')], { currency: 'eur' })).toEqual({
      amountCents: 9000,
      currency: 'EUR',
      interval: 'year',
      intervalCount: 1,
    });
    expect(await shownWith(id, [at(700, 'jpy', 'month', 3)], { currency: 'jpy' })).toEqual({
      amountCents: 70_000,
      currency: 'JPY',
      interval: 'month',
      intervalCount: 3,
    });
    expect(await shownWith(id, [at(2500, 'kwd')], { currency: 'kwd' })).toEqual({
      ...monthly(250),
      currency: 'KWD',
    });
  });

  test('is shown without a price while Stripe has no single amount for it', async () => {
    const { billing, stripe, deliverNew, subscriptionId } = await subscriber();
    const price = { ...doublePrice, unit_amount: 900 };
    const yearly = { ...price, recurring: { interval: 'year', interval_count: 1 } };
    const one = { price, quantity: 1 };
    const changes = [
      [[{ price: { ...price, unit_amount: null }, quantity: 1 }]],
      [[{ price }]],
      [[{ price: { ...price, transform_quantity: { divide_by: 5 } }, quantity: 1 }]],
      [[one, { price: yearly, quantity: 1 }]],
      [[one], { currency: 'eur' }],
      [[one], { currency: 'usd', discounts: ['di_1'] }],
    ] as const;

    for (const [items, more] of changes) {
      stripe.deeds.change(subscriptionId, items, more);
      await deliverNew();

      expect((await billing()).subscription).toMatchObject({ status: 'active', price: null });
    }
  });

  test('can be canceled for the end of its period, and resumed', async () => {
    const { post, billing, planOf } = await subscriber();

    const cancelled = await post('/api/billing/cancel');
    const afterwards = await billing();
    const resumed: BillingJson = await (await post('/api/billing/resume')).json();

    expect(cancelled.status).toBe(200);
    expect(afterwards.subscription).toMatchObject({ status: 'active', endsThen: true });
    expect(resumed.subscription).toMatchObject({ endsThen: false });
    expect(await planOf()).toBe('active');
  });

  test('that is canceled in Stripe’s portal is shown as ending, and can be resumed', async () => {
    const { post, billing, stripe, subscriptionId, deliverNew } = await subscriber();
    const kept = stripe.state.subscriptions.get(subscriptionId);
    if (kept === undefined) throw new Error('There is no subscription');
    const endingAt = async (cancelAt: number) => {
      kept.cancel_at = cancelAt;
      stripe.state.tell('customer.subscription.updated', kept);
      await deliverNew();
      return (await billing()).subscription;
    };
    const periodEnd = kept.current_period_end;

    const later = await endingAt(periodEnd + 1);
    const sooner = await endingAt(periodEnd - 60);
    const ending = await endingAt(periodEnd);
    const resumed: BillingJson = await (await post('/api/billing/resume')).json();

    const at = (seconds: number) => new Date(seconds * 1000).toISOString();
    expect(later).toMatchObject({ endsThen: false, currentPeriodEnd: at(periodEnd) });
    expect(sooner).toMatchObject({
      endsThen: true,
      currentPeriodEnd: at(periodEnd - 60),
    });
    expect(ending).toMatchObject({ status: 'active', endsThen: true });
    expect(resumed.subscription).toMatchObject({ status: 'active', endsThen: false });
    expect(kept.cancel_at).toBeNull();
  });

  test('is shown with its card, its invoices and a way to change the card', async () => {
    const { billing, post } = await subscriber();

    const { card, invoices, subscription, isEntitled } = await billing();
    const page = await post('/api/billing/card');

    expect(card).toEqual({ brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2040 });
    expect(invoices).toMatchObject([{ amountCents: 4900, currency: 'USD', status: 'paid' }]);
    expect(subscription?.price).toEqual(monthly(4900));
    expect(isEntitled).toBe(true);
    expect(await page.json()).toEqual({
      url: expect.stringMatching(/^https:\/\/billing\.stripe\.com\//),
    });
  });
});

describe('[plan-follows-payments] lifetime access', () => {
  async function owner() {
    const started = world();
    const person = await started.somebody();
    const { paymentIntentId } = await openedBy(await person.post('/api/billing/lifetime'));
    started.stripe.deeds.pay(paymentIntentId);
    await started.deliverNew();
    return { ...started, ...person, paymentIntentId };
  }

  test('is granted to a signed-in person only by the webhook', async () => {
    const { planOf, ask, time } = await owner();

    const billing: BillingJson = await (await ask('/api/v1/billing')).json();

    expect(await planOf()).toBe('lifetime');
    expect(billing.lifetimeSince).toBe(new Date(time.nowMs).toISOString());
    expect(billing.invoices).toMatchObject([{ description: 'Lifetime access', status: 'paid' }]);
  });

  test('is revoked after a refund or dispute, and returns when the dispute is won', async () => {
    const { stripe, deliverNew, planOf, paymentIntentId } = await owner();
    await endTrials();
    stripe.deeds.dispute(paymentIntentId, 'needs_response');
    await deliverNew();
    const disputed = await planOf();
    stripe.deeds.dispute(paymentIntentId, 'won');
    await deliverNew();
    const won = await planOf();
    stripe.deeds.refund(paymentIntentId);
    await deliverNew();

    expect([disputed, won, await planOf()]).toEqual(['canceled', 'lifetime', 'canceled']);
  });
});
