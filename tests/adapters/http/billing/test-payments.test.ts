import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { BillingJson } from '#contract/billing/billing';
import { sign } from '#adapters/test-payments/signature';
import { forgetEverybody, openedBy, somePassword } from '#tests/support/worlds/billing/billing-app';
import { call, cookieOf } from '#tests/support/calls';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { testModeApp } from '#tests/support/worlds/billing/test-mode-app';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
beforeEach(async () => {
  await forgetEverybody(database.sql);
  await database.sql`TRUNCATE test_payments, test_payment_events`;
});
afterAll(() => database.drop());

/** A signed-in person with an open subscription payment. */
async function subscriber() {
  const started = testModeApp(database.sql);
  const person = await started.somebody();
  const opened = await openedBy(await person.post('/api/create-subscription'));
  const billing = async () => {
    const shown: BillingJson = await (await person.ask('/api/v1/billing')).json();
    return shown;
  };
  return { ...started, ...person, ...opened, billing };
}

describe('the test mode', () => {
  test('creates a lifetime account with an accepted card', async () => {
    const { app, newcomer, pay, deliver } = testModeApp(database.sql);
    const began = await call(app, '/api/create-payment-intent', { json: newcomer() });
    const cookie = cookieOf(began);
    const { clientSecret, paymentIntentId } = await openedBy(began);

    const paid = await pay(clientSecret);
    const json = { paymentIntentId, password: somePassword };
    const confirmed = await call(app, '/api/confirm-payment', { json, cookie });
    await deliver();

    expect(await paid.json()).toEqual({ status: 'succeeded', message: '' });
    expect(confirmed.status).toBe(201);
    expect(await confirmed.json()).toMatchObject({ subscriptionStatus: 'lifetime' });
  });

  test('declines the test cards for declining, and every real card', async () => {
    const { clientSecret, pay, planOf, deliver } = await subscriber();
    const messages = [];
    const numbers = ['4000000000000002', '4000 0000 0000 9995', '4111 1111 1111 1111'];
    for (const number of numbers) messages.push(await (await pay(clientSecret, number)).json());
    await deliver();

    expect(messages).toEqual([
      { status: 'requires_payment_method', message: 'Your card was declined.' },
      { status: 'requires_payment_method', message: 'Your card has insufficient funds.' },
      {
        status: 'requires_payment_method',
        message: 'Your card was declined. This is the test mode: use a test card number.',
      },
    ]);
    expect(await planOf()).toBe('trial');
    const kept = JSON.stringify(await database.sql`SELECT body::text FROM test_payments`);
    const told = numbers.filter((number) => kept.includes(number.replaceAll(' ', '')));
    expect(told).toEqual([]);
  });

  test('asks for a second step, which can be refused and repeated', async () => {
    const { app, clientSecret, pay, planOf, deliver } = await subscriber();
    const step = (isApproved: boolean) =>
      call(app, '/api/test-payments/authenticate', { json: { clientSecret, isApproved } });
    const asked = await (await pay(clientSecret, '4000002500003155')).json();
    await deliver();
    const before = await planOf();

    const refused = await (await step(false)).json();
    await pay(clientSecret, '4000002500003155');
    const approved = await (await step(true)).json();
    await deliver();

    expect(asked).toEqual({ status: 'requires_action', message: '' });
    expect(before).toBe('trial');
    expect(refused).toMatchObject({ status: 'requires_payment_method' });
    expect(approved).toEqual({ status: 'succeeded', message: '' });
    expect(await planOf()).toBe('active');
  });

  test('[card-testing] allows five declined cards an hour from one network, and makes the sixth wait', async () => {
    const { clientSecret, pay, time } = await subscriber();
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await pay(clientSecret, '4000000000000002')).status);
    }
    const good = await pay(clientSecret);
    time.nowMs += 61 * 60_000;

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(good.status).toBe(429);
    expect((await pay(clientSecret)).status).toBe(200);
  });

  test('pays once, and only with the complete secret', async () => {
    const { clientSecret, paymentIntentId, pay } = await subscriber();

    const guessed = await pay(`${paymentIntentId}_secret_${'0'.repeat(48)}`);
    const bare = await pay(paymentIntentId);
    await pay(clientSecret);
    const again = await pay(clientSecret);

    expect([guessed.status, bare.status, again.status]).toEqual([404, 404, 409]);
  });

  test('rejects impossible cards', async () => {
    const { app, clientSecret } = await subscriber();
    const card = { clientSecret, number: '4242424242424242', expiry: '12/40', cvc: '123' };
    for (const wrong of [
      { number: '4242424242424241' },
      { number: '42' },
      { expiry: '13/40' },
      { expiry: '05/26' },
      { cvc: '1' },
    ]) {
      const json = { ...card, ...wrong };
      expect([wrong, (await call(app, '/api/test-payments/confirm', { json })).status]).toEqual([
        wrong,
        422,
      ]);
    }
  });

  test('renews monthly, fails with the failing card, and ends on request', async () => {
    const {
      clientSecret,
      pay,
      deliver,
      test: provider,
      time,
      billing,
      ask,
      planOf,
      ...person
    } = await subscriber();
    await pay(clientSecret);
    await deliver();
    const first = await billing();
    await database.sql`UPDATE users SET trial_ends_at = '2026-05-01T00:00:00Z'`;

    time.nowMs = Date.UTC(2026, 6, 1);
    await database.sql`UPDATE sessions SET expire = '2027-01-01T00:00:00Z'`;
    await provider.renewDue();
    await deliver();
    const second = await billing();
    const changed = await person.post('/api/billing/card');
    const card = { number: '4000000000000341', expiry: '11/41', cvc: '999' };
    const put = await ask('/api/test-payments/card', { method: 'PUT', json: card });
    time.nowMs = Date.UTC(2026, 7, 1);
    await provider.renewDue();
    await deliver();

    expect(first.subscription?.currentPeriodEnd).toBe('2026-07-01T00:00:00.000Z');
    expect(second.subscription?.currentPeriodEnd).toBe('2026-08-01T00:00:00.000Z');
    expect(second.invoices).toHaveLength(2);
    expect(await changed.json()).toEqual({ url: null });
    expect(put.status).toBe(204);
    expect(await planOf()).toBe('past_due');
  });

  test('ends a canceled subscription at the end of its period, not before', async () => {
    const { clientSecret, pay, deliver, test: provider, time, post, billing } = await subscriber();
    await pay(clientSecret);
    await deliver();
    await post('/api/billing/cancel');
    const cancelled = await billing();

    time.nowMs = Date.UTC(2026, 6, 1);
    await provider.renewDue();
    await deliver();
    const after = await database.sql`SELECT state FROM subscriptions`;

    expect(cancelled).toMatchObject({ status: 'active', subscription: { endsThen: true } });
    expect([...after]).toEqual([{ state: 'ended' }]);
  });

  test('[paid-by-webhook] accepts only webhooks that it signed recently itself', async () => {
    const { paymentIntentId, key, send, time, planOf } = await subscriber();
    const event = { id: 'evt_forged', about: { kind: 'payment', id: paymentIntentId } };
    const body = JSON.stringify({ ...event, isFailure: false });
    const other = new Uint8Array(32).fill(1);

    const answers = [
      await send(body, ''),
      await send(body, sign(other, body, time.nowMs)),
      await send(`${body} `, sign(key, body, time.nowMs)),
      await send(body, sign(key, body, time.nowMs - 301_000)),
      await send(body, sign(key, body, time.nowMs + 301_000)),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect(await database.sql`SELECT 1 FROM payment_events`).toHaveLength(0);
    expect(await planOf()).toBe('trial');
  });
});
