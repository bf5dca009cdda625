import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { BillingJson } from '#contract/billing/billing';
import { forgetEverybody, openedBy } from '#tests/support/worlds/billing/billing-app';
import { cleanUps } from '#tests/support/clean-ups';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { stripeApp } from '#tests/support/worlds/billing/stripe-app';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
beforeEach(() => forgetEverybody(database.sql));
afterAll(() => database.drop());
const cleanUp = cleanUps();

/** A person with a running subscription. */
async function subscriber() {
  const started = stripeApp(database.sql);
  cleanUp.add(started.stripe.stop);
  const person = await started.somebody();
  const { paymentIntentId } = await openedBy(await person.post('/api/create-subscription'));
  started.stripe.deeds.pay(paymentIntentId);
  await started.deliverNew();
  const [subscriptionId = ''] = started.stripe.state.subscriptions.keys();
  const billing = async (answer: Response): Promise<BillingJson> => {
    expect(answer.status).toBe(200);
    return answer.json();
  };
  return { ...started, ...person, subscriptionId, billing };
}

describe('a customer who was deleted in Stripe', () => {
  async function former() {
    const person = await subscriber();
    person.stripe.deeds.end(person.subscriptionId);
    await person.deliverNew();
    person.stripe.state.customers.clear();
    return person;
  }

  test('is shown without a card and invoices', async () => {
    const { ask, billing } = await former();

    expect(await billing(await ask('/api/v1/billing'))).toMatchObject({ card: null, invoices: [] });
  });

  test('has no page for changing the card', async () => {
    const { post } = await former();

    const answer = await post('/api/billing/card');

    expect([answer.status, (await answer.json()).message]).toEqual([
      409,
      'You have no subscription.',
    ]);
  });

  test('can subscribe again, as another customer, also in two tabs at once', async () => {
    const { post, stripe, deliverNew, planOf } = await former();

    const answers = await Promise.all([1, 2].map(() => post('/api/create-subscription')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const opened = await Promise.all(answers.map(openedBy));
    stripe.deeds.pay(opened[0]?.paymentIntentId ?? '');
    await deliverNew();

    expect(new Set(opened.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect([stripe.state.customers.size, await planOf()]).toEqual([1, 'active']);
  });

  test('can subscribe again when a tab that began before stores the deleted one once more', async () => {
    const { id: userId, post, ledger, stripe } = await former();
    const lostId = (await ledger.customerOf(userId)) ?? '';
    stripe.meanwhile.set('POST /v1/customers', () => ledger.keepCustomer(userId, lostId));

    const answer = await post('/api/create-subscription');

    expect([answer.status, stripe.meanwhile.size]).toEqual([200, 0]);
    expect([...stripe.state.customers.keys()]).toEqual([(await ledger.customerOf(userId)) ?? '']);
  });
});

describe('a Stripe account that knows nothing any more, as after a change from test keys', () => {
  async function stranded() {
    const person = await subscriber();
    const { customers, subscriptions, payments } = person.stripe.state;
    customers.clear();
    subscriptions.clear();
    return { ...person, payments };
  }

  test('shows billing, and ends a subscription when the person asks for its end', async () => {
    const { ask, post, billing } = await stranded();
    expect(await billing(await ask('/api/v1/billing'))).toMatchObject({ card: null, invoices: [] });

    const ended = await billing(await post('/api/billing/cancel'));

    expect(ended).toMatchObject({ subscription: null });
  });

  test('opens another subscription', async () => {
    const { post, stripe, deliverNew, planOf } = await stranded();

    const opened = await openedBy(await post('/api/create-subscription'));
    stripe.deeds.pay(opened.paymentIntentId);
    await deliverNew();

    expect([stripe.state.subscriptions.size, await planOf()]).toEqual([1, 'active']);
  });

  test('opens another payment for lifetime access', async () => {
    const { post, payments } = await stranded();
    const first = await openedBy(await post('/api/billing/lifetime'));
    payments.clear();

    const next = await openedBy(await post('/api/billing/lifetime'));

    expect(next.paymentIntentId).toStartWith('pi_');
    expect(next.paymentIntentId).not.toBe(first.paymentIntentId);
  });
});
