import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { hourMs } from '#core/shared/time';
import { forgetEverybody, openedBy } from '#tests/support/worlds/billing/billing-app';
import { call } from '#tests/support/calls';
import { cleanUps } from '#tests/support/clean-ups';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { stripeApp } from '#tests/support/worlds/billing/stripe-app';
import { signedWebhook } from '#tests/support/doubles/stripe-double';
import type { StripeEvent } from '#tests/support/doubles/stripe-state';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
beforeEach(() => forgetEverybody(database.sql));
afterAll(() => database.drop());
const cleanUp = cleanUps();

/** A paid payment of a person without an account, and its event. */
async function paid() {
  const started = stripeApp(database.sql);
  cleanUp.add(started.stripe.stop);
  const { app, newcomer, stripe, time } = started;
  const json = newcomer();
  const opened = await openedBy(await call(app, '/api/create-payment-intent', { json }));
  stripe.deeds.pay(opened.paymentIntentId);
  const event = stripe.state.events[0];
  if (event === undefined) throw new Error('Stripe told nothing');
  const send = (body: string, signature: string | null) =>
    call(app, '/api/webhooks/stripe', {
      json: body,
      headers: signature === null ? {} : { 'stripe-signature': signature },
    });
  const signed = (more: { secret?: string; atMs?: number } = {}) =>
    signedWebhook(event, { atMs: time.nowMs, ...more });
  const accounts = () => database.sql`SELECT id FROM users`;
  const seen = () => database.sql`SELECT event_id FROM payment_events`;
  return { ...started, ...opened, email: json.email, event, send, signed, accounts, seen };
}

/** The message of a subscription that belongs to something else in the same Stripe account. */
const foreignEvent = (time: { readonly nowMs: number }): StripeEvent => ({
  id: 'evt_foreign',
  object: 'event',
  type: 'customer.subscription.updated',
  created: Math.floor(time.nowMs / 1000),
  livemode: false,
  data: { object: { id: 'sub_foreign', object: 'subscription' } },
});

describe('[paid-by-webhook] a webhook', () => {
  test('without a recent signature of Stripe is rejected and leaves no trace', async () => {
    const { send, signed, accounts, seen, time } = await paid();
    const { body, signature } = signed();
    const v1 = signature.split('v1=')[1] ?? '';
    const at = Math.floor(time.nowMs / 1000);
    const v0 = createHmac('sha256', 'whsec_new').update(`${at}.${body}`).digest('hex');
    const forged: readonly (readonly [string, string, string | null])[] = [
      ['tampered', body.replace('4900', '1').replace('evt_', 'evt_x'), signature],
      ['tampered in white space', `${body} `, signature],
      ['unsigned', body, null],
      ['empty', body, ''],
      ['v0 alone', body, `t=${at},v0=${v0}`],
      ['not hexadecimal', body, `t=${at},v1=zz`],
      ['another secret', ...pair(signed({ secret: 'whsec_of_somebody' }))],
      ['301 s old', ...pair(signed({ atMs: time.nowMs - 301_000 }))],
      ['301 s ahead', ...pair(signed({ atMs: time.nowMs + 301_000 }))],
      ['3,000 s ahead', ...pair(signed({ atMs: time.nowMs + 3_000_000 }))],
      ['another time than was signed', body, `t=${at + 1},v1=${v1}`],
      ['no time', body, `v1=${v1}`],
      ['two times, one of them signed', body, `t=${at - 9999},t=${at},v1=${v1}`],
    ];

    for (const [what, sent, header] of forged) {
      expect([what, (await send(sent, header)).status]).toEqual([what, 400]);
    }
    expect(await seen()).toHaveLength(0);
    expect(await accounts()).toHaveLength(0);
  });

  test('is accepted when any configured secret signed it within the last or next 300 s', async () => {
    for (const more of [{ secret: 'whsec_old' }, { behind: 299_000 }, { behind: -299_000 }]) {
      const { send, signed, accounts, time } = await paid();
      const { behind = 0, secret = 'whsec_new' } = more as { behind?: number; secret?: string };

      const { body, signature } = signed({ secret, atMs: time.nowMs - behind });

      expect((await send(body, signature)).status).toBe(200);
      expect((await accounts()).length).toBeGreaterThan(0);
    }
  });

  test('about a subscription of something else is acknowledged and not read at Stripe', async () => {
    const { deliver, stripe, time, seen } = await paid();
    stripe.troubles.push('error', 'error', 'error');

    const answer = await deliver(foreignEvent(time));

    expect([answer.status, stripe.troubles.length]).toEqual([200, 3]);
    expect(await seen()).toHaveLength(0);
  });

  test('in live mode is rejected with test keys, and in test mode with live keys', async () => {
    const { deliver, event, accounts, seen } = await paid();

    const answer = await deliver({ ...event, livemode: true });

    expect(answer.status).toBe(400);
    expect([...(await seen()), ...(await accounts())]).toEqual([]);
  });

  test('of an unknown type is acknowledged and does nothing', async () => {
    const { deliver, event, seen } = await paid();

    const statuses = await Promise.all(
      ['account.updated', 'payment_intent.created', 'v2.core.event'].map(
        async (type) => (await deliver({ ...event, type })).status,
      ),
    );

    expect(statuses).toEqual([200, 200, 200]);
    expect(await seen()).toHaveLength(0);
  });

  test('about a foreign payment does nothing', async () => {
    const { deliver, event, stripe, accounts, somebody } = await paid();
    const { id, planOf } = await somebody();
    const foreign = stripe.state.newPayment(4900, 'usd', { purchase: id, user: id });
    stripe.deeds.pay(foreign.id);
    const object = { id: foreign.id, customer: 'cus_foreign', metadata: { user: id } };

    const answer = await deliver({ ...event, data: { object } });

    expect(answer.status).toBe(200);
    expect(await planOf()).toBe('trial');
    expect(await accounts()).toHaveLength(1);
  });

  test('with false contents has no effect, because the payment is read from Stripe', async () => {
    const started = stripeApp(database.sql);
    cleanUp.add(started.stripe.stop);
    const { app, newcomer, deliver, stripe, time } = started;
    const json = newcomer();
    const { paymentIntentId } = await openedBy(
      await call(app, '/api/create-payment-intent', { json }),
    );
    stripe.state.tell('payment_intent.succeeded', { id: paymentIntentId, status: 'succeeded' });
    const [event] = stripe.state.events;

    if (event) await deliver(event);

    expect(await database.sql`SELECT id FROM users`).toHaveLength(0);
    expect(await mailsIn(database.sql, time.nowMs + hourMs)).toEqual([]);
  });

  test('delivered twenty times concurrently has one effect', async () => {
    const { deliver, event, accounts, seen, time, log } = await paid();

    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(event)));

    expect(log.lines.filter((line) => line.includes('"error"'))).toEqual([]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await accounts()).toHaveLength(1);
    expect(await seen()).toHaveLength(1);
    expect(await mailsIn(database.sql, time.nowMs + hourMs)).toHaveLength(1);
  });

  test('[payment-outages] that arrives during a Stripe outage has no effect yet and is delivered again', async () => {
    const { deliver, event, stripe, accounts, seen } = await paid();
    stripe.troubles.push('error', 'error', 'error');

    const first = await deliver(event);
    const before = [...(await accounts()), ...(await seen())];
    const second = await deliver(event);

    expect([first.status, second.status]).toEqual([503, 200]);
    expect(before).toEqual([]);
    expect(await accounts()).toHaveLength(1);
  });
});

function pair({ body, signature }: { body: string; signature: string }) {
  return [body, signature] as const;
}

/** What may happen to a buyer, in the order in which it happens at Stripe. */
async function eventfulLife(started: ReturnType<typeof stripeApp>) {
  const { stripe, somebody } = started;
  const person = await somebody();
  await database.sql`UPDATE users SET trial_ends_at = '2026-05-01T00:00:00Z'`;
  const first = await openedBy(await person.post('/api/create-subscription'));
  const lifetime = await openedBy(await person.post('/api/billing/lifetime'));
  const [subscriptionId = ''] = stripe.state.subscriptions.keys();
  const deeds = [
    () => stripe.deeds.decline(first.paymentIntentId),
    () => stripe.deeds.pay(first.paymentIntentId),
    () => stripe.deeds.pay(lifetime.paymentIntentId),
    () => void stripe.deeds.failRenewal(subscriptionId),
    () => stripe.deeds.dispute(lifetime.paymentIntentId, 'needs_response'),
    () => stripe.deeds.end(subscriptionId),
    () => stripe.deeds.dispute(lifetime.paymentIntentId, 'won'),
    () => stripe.deeds.refund(lifetime.paymentIntentId),
  ];
  return { ...person, deeds };
}

/** The plan after each number of steps, when all events arrive in order: the last line of each. */
const plansAfter = [
  ...['expired', 'expired', 'active', 'lifetime', 'lifetime', 'past_due', 'canceled', 'lifetime'],
  'canceled',
];

test('[paid-by-webhook] any order, loss and repetition of the events leads to the same plan', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 8 }),
      fc.array(fc.nat({ max: 1000 }), { minLength: 40, maxLength: 40 }),
      fc.array(fc.nat({ max: 30 }), { maxLength: 4 }),
      async (happens, order, repeated) => {
        await forgetEverybody(database.sql);
        const started = stripeApp(database.sql);
        const { stripe, deliver, deliverNew } = started;
        const { deeds, planOf } = await eventfulLife(started);
        const events = stripe.state.events;
        // Some events arrive while steps continue, the rest afterwards, in random order, some
        // twice.
        deeds.slice(0, happens).forEach((deed) => deed());
        const shuffled = events
          .map((event, index) => [order[index] ?? 0, event] as const)
          .toSorted(([one], [other]) => one - other)
          .map(([, event]) => event);
        const again = repeated.flatMap((index) => shuffled[index] ?? []);

        for (const event of [...shuffled, ...again]) await deliver(event);
        const plan = await planOf();
        await deliverNew();
        await stripe.stop();

        expect(plan).toBe(plansAfter[happens] ?? '');
        expect(await planOf()).toBe(plan);
      },
    ),
    { numRuns: 6 },
  );
});

test('[paid-by-webhook] an older reading that arrives late does not replace a newer one', async () => {
  const { follow, ledger, paymentIntentId, stripe, accounts } = await paid();
  const reading = await ledger.nextReading();
  const at = new Date(Date.UTC(2026, 5, 1));
  stripe.deeds.refund(paymentIntentId);
  await follow({ kind: 'payment', id: paymentIntentId }, null);

  await ledger.settlePurchase(paymentIntentId, {
    event: null,
    reading,
    at,
    state: 'paid',
    opening: null,
  });

  const [purchase] = await database.sql`SELECT state FROM purchases`;
  expect(purchase).toEqual({ state: 'refunded' });
  expect(await accounts()).toHaveLength(0);
});

test('[payment-outages] events that were never delivered are found in Stripe’s list of events', async () => {
  const started = stripeApp(database.sql);
  cleanUp.add(started.stripe.stop);
  const { stripe, deliver, maintenance, time } = started;
  const { deeds, planOf } = await eventfulLife(started);
  deeds.slice(0, 4).forEach((deed) => deed());
  const told: readonly StripeEvent[] = [...stripe.state.events];
  for (const [index, event] of told.entries()) if (index % 5 === 0) await deliver(event);
  time.nowMs += 3 * 24 * hourMs;

  await maintenance.list();

  expect(await planOf()).toBe('lifetime');
  const seen = await database.sql`SELECT 1 FROM payment_events`;
  expect(seen).toHaveLength(told.length);
  const [list] = await database.sql<
    { listed_until: Date }[]
  >`SELECT listed_until FROM payment_lists`;
  expect(list?.listed_until.getTime()).toBe(time.nowMs);
});
