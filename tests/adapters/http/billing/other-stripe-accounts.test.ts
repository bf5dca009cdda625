import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { BillingJson } from '#contract/billing/billing';
import { forgetStripeAccount } from '#adapters/postgres/billing/account-proof';
import { minuteMs } from '#core/shared/time';
import { cleanUps } from '#tests/support/clean-ups';
import { call } from '#tests/support/calls';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { doublePrice } from '#tests/support/doubles/stripe-state';
import { forgetEverybody, openedBy } from '#tests/support/worlds/billing/billing-app';
import { stripeApp } from '#tests/support/worlds/billing/stripe-app';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
beforeEach(() => forgetEverybody(database.sql));
afterAll(() => database.drop());
const cleanUp = cleanUps();

type App = ReturnType<typeof stripeApp>;

/** Waypost with the keys of a Stripe account; `price` is the id of the account's own price. */
function started(isLive: boolean, price = doublePrice.id): App {
  const world = stripeApp(database.sql, { isLive });
  cleanUp.add(world.stripe.stop);
  if (price !== doublePrice.id) {
    world.stripe.state.prices.clear();
    world.stripe.state.prices.set(price, { ...doublePrice, id: price });
  }
  return world;
}

/** A person with a running subscription, and their calls to a Waypost with any keys. */
async function subscriber(isLive: boolean) {
  const world = started(isLive);
  const person = await world.somebody();
  const opened = await openedBy(await person.post('/api/create-subscription'));
  world.stripe.deeds.pay(opened.paymentIntentId);
  await world.deliverNew();
  world.time.nowMs += minuteMs;
  await world.maintenance.list();
  const [subscriptionId = ''] = world.stripe.state.subscriptions.keys();
  const postTo = ({ app }: App, path: string) =>
    call(app, path, { cookie: person.cookie, json: {} });
  return { ...person, world, subscriptionId, postTo };
}

const unavailable = { code: 'unavailable' };

describe.each([
  ['of another live account', true],
  ['of the test mode instead of the live mode', false],
] as const)('[payment-outages] Stripe keys %s', (_, isLive) => {
  test('end no subscription, whatever asks for its state', async () => {
    const { world, postTo, planOf, subscriptionId } = await subscriber(true);
    const wrong = started(isLive, 'price_of_others');

    const answers = await Promise.all(
      ['/api/billing/cancel', '/api/create-subscription', '/api/billing/lifetime'].map((path) =>
        postTo(wrong, path),
      ),
    );
    const about = { kind: 'subscription', id: subscriptionId } as const;
    await expect(wrong.follow(about, null)).rejects.toMatchObject(unavailable);
    await expect(wrong.maintenance.list()).rejects.toMatchObject(unavailable);

    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(await planOf()).toBe('active');
    expect([wrong.stripe.state.customers.size, wrong.stripe.state.payments.size]).toEqual([0, 0]);
    world.stripe.deeds.end(subscriptionId);
    await world.deliverNew();
    expect(await world.ledger.findSubscription(subscriptionId)).toMatchObject({ state: 'ended' });
  });

  test('do not forget a subscription that a deleted account left to be ended', async () => {
    const { world, id, subscriptionId } = await subscriber(true);
    await database.sql`DELETE FROM users WHERE id = ${id}`;
    const wrong = started(isLive, 'price_of_others');

    await expect(wrong.maintenance.clear()).rejects.toMatchObject(unavailable);
    await world.maintenance.clear();

    expect(world.stripe.state.subscriptions.get(subscriptionId)?.status).toBe('canceled');
  });

  test('are reported to the operator, at most once a minute', async () => {
    await subscriber(true);
    const wrong = started(isLive, 'price_of_others');
    const list = () => wrong.maintenance.list().catch(() => {});

    for (const _again of [1, 2]) await list();
    expect(wrong.accountLog.lines).toHaveLength(1);
    wrong.time.nowMs += minuteMs;
    await list();

    expect(wrong.accountLog.lines.map((line) => JSON.parse(line))).toMatchObject(
      [1, 2].map(() => ({
        level: 'error',
        event: 'the Stripe keys belong to another Stripe account, so payments are paused',
        missingPrice: doublePrice.id,
        configuredMode: isLive ? 'live' : 'test',
        check: expect.stringContaining('STRIPE_SECRET_KEY'),
      })),
    );
  });
});

describe('a Stripe account that was used before', () => {
  test('is known again after a restart, also when it has another price now', async () => {
    const { world, postTo } = await subscriber(true);
    world.stripe.state.prices.set('price_new', { ...doublePrice, id: 'price_new' });
    const restarted = started(true);
    for (const id of world.stripe.state.prices.keys()) {
      restarted.stripe.state.prices.set(id, { ...doublePrice, id });
    }

    const answer = await postTo(restarted, '/api/billing/lifetime');

    expect(answer.status).toBe(200);
    expect(restarted.accountLog.lines).toEqual([]);
  });

  test('is believed that it does not have a subscription any more', async () => {
    const { world, post, subscriptionId } = await subscriber(true);
    world.stripe.state.subscriptions.delete(subscriptionId);

    const shown: BillingJson = await (await post('/api/billing/cancel')).json();

    expect(shown.subscription).toBeNull();
  });
});

describe('a move to another Stripe account', () => {
  test('from the test mode to the live mode needs no further step', async () => {
    const { postTo, planOf } = await subscriber(false);
    const live = started(true, 'price_live');

    const cancelled: BillingJson = await (await postTo(live, '/api/billing/cancel')).json();

    expect(cancelled.subscription).toBeNull();
    expect(await planOf()).toBe('trial');
  });

  test('from one live account to another is accepted once the operator has confirmed it', async () => {
    const { postTo } = await subscriber(true);
    const moved = started(true, 'price_moved');
    expect((await postTo(moved, '/api/billing/lifetime')).status).toBe(503);

    await forgetStripeAccount(database.sql)();
    moved.time.nowMs += minuteMs;

    expect((await postTo(moved, '/api/billing/lifetime')).status).toBe(200);
  });
});
