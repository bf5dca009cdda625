import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { BillingJson } from '#adapters/http/billing/billing-json';
import { forgetEverybody, openedBy } from '#tests/support/worlds/billing-app';
import { cleanUps } from '#tests/support/clean-ups';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { stripeApp } from '#tests/support/worlds/stripe-app';

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

/** A person with a running subscription. */
async function subscriber() {
  const started = world();
  const person = await started.somebody();
  const { paymentIntentId } = await openedBy(await person.post('/api/create-subscription'));
  started.stripe.deeds.pay(paymentIntentId);
  await started.deliverNew();
  const [subscriptionId = ''] = started.stripe.state.subscriptions.keys();
  const billing = async () => {
    const shown: BillingJson = await (await person.ask('/api/billing')).json();
    return shown;
  };
  return { ...started, ...person, paymentIntentId, subscriptionId, billing };
}

describe('a subscription', () => {
  test('[paid-by-webhook] begins with the webhook of its first payment, and not before', async () => {
    const { somebody, stripe, deliverNew } = world();
    const { post, planOf } = await somebody();
    const { paymentIntentId } = await openedBy(await post('/api/create-subscription'));

    stripe.deeds.pay(paymentIntentId);
    const before = await planOf();
    await deliverNew();

    expect([before, await planOf()]).toEqual(['trial', 'active']);
    expect(stripe.complaints).toEqual([]);
  });

  test('[paid-once] is one, however often the page is opened', async () => {
    const { somebody, stripe } = world();
    const { post } = await somebody();

    const opened = await Promise.all(
      [1, 2, 3].map(async () => openedBy(await post('/api/create-subscription'))),
    );
    const again = await openedBy(await post('/api/create-subscription'));

    expect(new Set([...opened, again].map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect(stripe.state.subscriptions.size).toBe(1);
  });

  test('begins anew when its first payment came too late', async () => {
    const { somebody, stripe, deliverNew } = world();
    const { post, planOf } = await somebody();
    await post('/api/create-subscription');
    const [first = ''] = stripe.state.subscriptions.keys();
    stripe.deeds.end(first);

    const { paymentIntentId } = await openedBy(await post('/api/create-subscription'));
    stripe.deeds.pay(paymentIntentId);
    await deliverNew();

    expect(stripe.state.subscriptions.size).toBe(2);
    expect(await planOf()).toBe('active');
  });

  test('is not sold to somebody who has one, or lifetime access', async () => {
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

  test('[plan-follows-payments] ends when lifetime access is bought beside it', async () => {
    const { post, planOf, stripe, deliverNew, books, subscriptionId } = await subscriber();
    const { paymentIntentId } = await openedBy(await post('/api/billing/lifetime'));
    stripe.deeds.pay(paymentIntentId);
    await deliverNew();

    await books.correct();

    expect(stripe.state.subscriptions.get(subscriptionId)?.status).toBe('canceled');
    expect(await planOf()).toBe('lifetime');
  });

  test('that fails at its renewal lapses, and its open invoice can be paid', async () => {
    const { post, planOf, stripe, deliverNew, subscriptionId } = await subscriber();
    await endTrials();
    const failed = stripe.deeds.failRenewal(subscriptionId);
    await deliverNew();
    const lapsed = await planOf();

    const due = await openedBy(await post('/api/create-subscription'));
    stripe.deeds.pay(due.paymentIntentId);
    await deliverNew();

    expect(lapsed).toBe('past_due');
    expect(due.paymentIntentId).toBe(failed);
    expect(await planOf()).toBe('active');
  });

  test('[plan-follows-payments] whose payment is refunded or disputed is over, and charges nothing more', async () => {
    for (const takeBack of ['refund', 'dispute'] as const) {
      const { planOf, stripe, deliverNew, books, paymentIntentId, subscriptionId } =
        await subscriber();
      await endTrials();
      if (takeBack === 'refund') stripe.deeds.refund(paymentIntentId);
      else stripe.deeds.dispute(paymentIntentId, 'needs_response');
      await deliverNew();
      await books.correct();

      expect(await planOf()).toBe('canceled');
      expect(stripe.state.subscriptions.get(subscriptionId)?.status).toBe('canceled');
    }
  });

  test('is cancelled for the end of its period, and can go on', async () => {
    const { post, billing, planOf } = await subscriber();

    const cancelled = await post('/api/billing/cancel');
    const afterwards = await billing();
    const resumed: BillingJson = await (await post('/api/billing/resume')).json();

    expect(cancelled.status).toBe(200);
    expect(afterwards.subscription).toMatchObject({ status: 'active', endsThen: true });
    expect(resumed.subscription).toMatchObject({ endsThen: false });
    expect(await planOf()).toBe('active');
  });

  test('shows the invoices that were charged or are owed, and none of a page that was only opened', async () => {
    const opened = world();
    const looker = await opened.somebody();
    await looker.post('/api/create-subscription');
    const unpaid: BillingJson = await (await looker.ask('/api/billing')).json();
    const { billing, stripe, subscriptionId, deliverNew } = await subscriber();
    stripe.deeds.failRenewal(subscriptionId);
    await deliverNew();

    expect(opened.stripe.state.invoices).toHaveLength(1);
    expect(unpaid.invoices).toEqual([]);
    expect((await billing()).invoices?.map(({ status }) => status).toSorted()).toEqual([
      'open',
      'paid',
    ]);
  });

  test('is shown with its card, its invoices and the way to another card', async () => {
    const { billing, post } = await subscriber();

    const { card, invoices, subscription, isEntitled } = await billing();
    const page = await post('/api/billing/card');

    expect(card).toEqual({ brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2040 });
    expect(invoices).toMatchObject([{ amountCents: 4900, currency: 'USD', status: 'paid' }]);
    expect(subscription?.amountCents).toBe(4900);
    expect(isEntitled).toBe(true);
    expect(await page.json()).toEqual({
      url: expect.stringMatching(/^https:\/\/billing\.stripe\.com\//),
    });
  });

  test('[payment-outages] is shown as far as it is known while Stripe is away', async () => {
    const { billing, stripe } = await subscriber();
    stripe.troubles.push('error', 'error', 'error');

    expect(await billing()).toMatchObject({
      status: 'active',
      subscription: { status: 'active' },
      invoices: null,
      card: null,
    });
  });

  test('of a deleted account is ended at Stripe', async () => {
    const { id, stripe, books, subscriptionId } = await subscriber();
    await database.sql`DELETE FROM users WHERE id = ${id}`;

    await books.clear();

    expect(stripe.state.subscriptions.get(subscriptionId)?.status).toBe('canceled');
    expect(await database.sql`SELECT 1 FROM payment_orphans`).toHaveLength(0);
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

  test('is granted to somebody signed in by the webhook alone', async () => {
    const { planOf, ask, time } = await owner();

    const billing: BillingJson = await (await ask('/api/billing')).json();

    expect(await planOf()).toBe('lifetime');
    expect(billing.lifetimeSince).toBe(new Date(time.nowMs).toISOString());
    expect(billing.invoices).toMatchObject([{ description: 'Lifetime access', status: 'paid' }]);
  });

  test('is taken back with the money, whether refunded or disputed, and returns when a dispute is won', async () => {
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

  test('that was paid twice is given back once', async () => {
    const { newcomer, app, stripe, deliverNew, books, email, planOf, paymentIntentId } =
      await owner();
    // Begun in another browser, before the address had an account.
    const other = await openedBy(await beginAs(app, { ...newcomer() }));
    await database.sql`
      UPDATE purchases SET payer = jsonb_set(payer, '{email}', to_jsonb(${email}::text))
      WHERE payment_id = ${other.paymentIntentId}`;
    stripe.deeds.pay(other.paymentIntentId);
    await deliverNew();

    await books.correct();
    await deliverNew();
    await books.correct();

    const refunded = [...stripe.state.payments.values()].filter(({ charge }) => charge?.refunded);
    expect(refunded.map(({ id }) => id)).toEqual([other.paymentIntentId]);
    expect(refunded.map(({ id }) => id)).not.toContain(paymentIntentId);
    expect(await planOf()).toBe('lifetime');
  });
});

describe('[trial-end] the trial', () => {
  test('is 30 × 24 hours, over a change of the clocks too, and ends the plan by itself', async () => {
    const { somebody, planOf, time, books } = await trialFrom('2026-03-20T10:00:00Z');
    const { trialEndsAt }: { trialEndsAt: string } = await somebody.json();
    const endMs = Date.parse('2026-04-19T10:00:00Z');
    time.nowMs = endMs - 1;
    await books.endTrials();
    const before = await planOf();
    time.nowMs = endMs;
    await books.endTrials();

    expect(Date.parse(trialEndsAt)).toBe(endMs);
    expect([before, await planOf()]).toEqual(['trial', 'expired']);
  });

  async function trialFrom(instant: string) {
    const started = world();
    started.time.nowMs = Date.parse(instant);
    started.world.time.nowMs = started.time.nowMs;
    const { ask, planOf } = await started.somebody();
    return { ...started, planOf, somebody: await ask('/api/auth/user') };
  }
});

function beginAs(app: ReturnType<typeof world>['app'], json: object) {
  return Promise.resolve(
    app.fetch(
      new Request('http://localhost/api/create-payment-intent', {
        method: 'POST',
        headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
        body: JSON.stringify(json),
      }),
    ),
  );
}
