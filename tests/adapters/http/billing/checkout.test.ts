import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { subjectOf } from '#adapters/http/frame/request-subject';
import { dayMs, minuteMs } from '#core/shared/time';
import { forgetEverybody, openedBy, somePassword } from '#tests/support/worlds/billing/billing-app';
import { call, cookieOf, cookiesOf } from '#tests/support/calls';
import { cleanUps } from '#tests/support/clean-ups';
import { mailsIn } from '#tests/support/readers/outbox-mails';
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

function world(options: Parameters<typeof stripeApp>[1] = {}) {
  const started = stripeApp(database.sql, options);
  cleanUp.add(started.stripe.stop);
  const { app, newcomer, stripe } = started;
  /** A new person who has begun to pay. */
  const begun = async (more: object = {}) => {
    const json = { ...newcomer(), ...more };
    const answer = await call(app, '/api/create-payment-intent', { json });
    const cookie = cookieOf(answer);
    const { status } = answer;
    const opened = await openedBy(answer);
    const confirm = (password = somePassword, as = cookie) =>
      call(app, '/api/confirm-payment', {
        json: { paymentIntentId: opened.paymentIntentId, password },
        cookie: as,
      });
    const pay = () => stripe.deeds.pay(opened.paymentIntentId);
    return { ...json, ...opened, status, cookie, confirm, pay };
  };
  const accountOf = async (email: string) => {
    const [row] = await database.sql<{ subscription_status: string; password: string | null }[]>`
      SELECT subscription_status, password FROM users WHERE email = ${email}`;
    return row ?? null;
  };
  return { ...started, begun, accountOf };
}

describe('lifetime access with a new account', () => {
  test('is paid, then confirmed with a password, which signs the person in', async () => {
    const { begun, app, stripe } = world();
    const { clientSecret, pay, confirm, email } = await begun();
    pay();

    const answer = await confirm();

    expect(clientSecret).toContain('_secret_');
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ email, subscriptionStatus: 'lifetime' });
    expect((await call(app, '/api/auth/user', { cookie: cookieOf(answer) })).status).toBe(200);
    const login = { email, password: somePassword };
    expect((await call(app, '/api/auth/login', { json: login })).status).toBe(200);
    expect(stripe.complaints).toEqual([]);
  });

  test('can be begun in several tabs of a browser, and paid in each', async () => {
    const { begun, app, stripe, newcomer } = world();
    const first = await begun();
    const json = newcomer();
    const second = await call(app, '/api/create-payment-intent', { json, cookie: first.cookie });
    const cookie = cookieOf(second);
    const { paymentIntentId } = await openedBy(second);

    first.pay();
    const confirmedFirst = await first.confirm(somePassword, cookie);
    stripe.deeds.pay(paymentIntentId);
    const confirmation = { paymentIntentId, password: somePassword };
    const confirmedSecond = await call(app, '/api/confirm-payment', { json: confirmation, cookie });

    expect([confirmedFirst.status, confirmedSecond.status]).toEqual([201, 201]);
  });

  test('[audit-trail] an account that was paid for is opened by its own person', async () => {
    const { begun, app } = world();
    const { pay, confirm, email } = await begun();
    pay();
    const fetched: Request[] = [];
    const { fetch } = app;
    app.fetch = (request) => {
      fetched.push(request);
      return fetch(request);
    };

    await confirm();

    const [person] = await database.sql<
      { id: string }[]
    >`SELECT id FROM users WHERE email = ${email}`;
    expect(fetched.map(subjectOf)).toEqual([
      { actor: 'session', account: { kind: 'known', userId: person?.id ?? '' } },
    ]);
  });

  test('[paid-by-webhook] the success page alone grants nothing: without a payment no account is created', async () => {
    const { begun, accountOf } = world();
    const { confirm, email } = await begun();

    const answer = await confirm();

    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'payment_open' });
    expect(await accountOf(email)).toBeNull();
  });

  test('starts no payment with a password that is easily guessed, and stores none', async () => {
    const { app, newcomer, stripe } = world();
    const begin = (password: string) =>
      call(app, '/api/create-payment-intent', { json: { ...newcomer(), password } });

    const [refused, begun] = [await begin('123456'), await begin(somePassword)];

    expect([refused.status, begun.status]).toEqual([422, 200]);
    expect(await refused.json()).toMatchObject({ issues: [{ path: 'password' }] });
    expect(stripe.state.payments.size).toBe(1);
    const rows = await database.sql`SELECT row_to_json(purchases)::text AS kept FROM purchases`;
    expect(JSON.stringify(rows)).not.toContain(somePassword);
  });

  test('[own-prices] the server sets the amount and ignores the browser’s', async () => {
    const { begun, stripe } = world();

    const { paymentIntentId } = await begun({ amount: 1, amountCents: 1, currency: 'eur' });

    expect(stripe.state.payments.get(paymentIntentId)).toMatchObject({
      amount: 4900,
      currency: 'usd',
    });
  });

  test('[own-prices] a payment with a wrong amount or currency buys nothing', async () => {
    const { begun, stripe, deliverNew, accountOf } = world();
    for (const wrong of [{ amount: 1 }, { currency: 'idr' }]) {
      const { paymentIntentId, pay, confirm, email } = await begun();
      Object.assign(stripe.state.payments.get(paymentIntentId) ?? {}, wrong);
      pay();
      await deliverNew();

      expect((await confirm()).status).toBe(409);
      expect(await accountOf(email)).toBeNull();
    }
  });

  test('[paid-once] a browser gets one payment for an email address, also when it asks repeatedly', async () => {
    const { newcomer, app, stripe } = world();
    const json = newcomer();
    const begin = (cookie = '') => call(app, '/api/create-payment-intent', { json, cookie });

    const first = await begin();
    const cookie = cookiesOf(first);
    const answers = await Promise.all([begin(cookie), begin(cookie), begin(cookie)]);

    const opened = await Promise.all([first, ...answers].map(openedBy));
    expect(new Set(opened.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1);
    expect(stripe.state.payments.size).toBe(1);
    expect(stripe.complaints).toEqual([]);
  });

  test('another browser with everything that the page knows, but without its cookies, gets a payment of its own', async () => {
    const { newcomer, app, stripe } = world();
    const json = { ...newcomer(), attemptId: crypto.randomUUID() };
    const own = await call(app, '/api/create-payment-intent', { json });
    const { paymentIntentId } = await openedBy(own);

    const foreign = await call(app, '/api/create-payment-intent', { json });
    stripe.deeds.pay(paymentIntentId);
    const confirmation = { paymentIntentId, password: 'a password of the thief' };
    const claimed = await call(app, '/api/confirm-payment', {
      json: confirmation,
      cookie: cookiesOf(foreign),
    });

    expect((await openedBy(foreign)).paymentIntentId).not.toBe(paymentIntentId);
    expect(claimed.status).toBe(403);
  });

  test('an open payment is not handed to another email address of the same browser', async () => {
    const { newcomer, app } = world();
    const attemptId = crypto.randomUUID();
    const [one, other] = [
      { ...newcomer(), attemptId },
      { ...newcomer(), attemptId },
    ] as const;
    const first = await call(app, '/api/create-payment-intent', { json: one });
    const cookie = cookiesOf(first);

    const second = await call(app, '/api/create-payment-intent', { json: other, cookie });

    const [{ paymentIntentId }, next] = [await openedBy(first), await openedBy(second)];
    expect(next.paymentIntentId).not.toBe(paymentIntentId);
    const [kept] = await database.sql`
      SELECT payer->>'email' AS email FROM purchases WHERE payment_id = ${paymentIntentId}`;
    expect(kept?.['email']).toBe(one.email);
  });

  test('[paid-once] if Stripe creates a payment but its response is lost, there is still one payment', async () => {
    const { begun, stripe } = world({ timeoutMs: 300 });
    stripe.troubles.push('no answer after the effect', 'error');

    const { status } = await begun();

    expect(status).toBe(200);
    expect(stripe.state.payments.size).toBe(1);
  });

  test('[payment-outages] a Stripe outage is reported to the person', async () => {
    const { newcomer, app, stripe } = world();
    stripe.troubles.push('error', 'too many', 'error');

    const answer = await call(app, '/api/create-payment-intent', { json: newcomer() });

    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  });

  test('the webhook completes the purchase after the tab was closed, and emails a link to set a password', async () => {
    const { begun, deliverNew, accountOf, time } = world();
    const { pay, email } = await begun();
    pay();

    await deliverNew();

    expect(await accountOf(email)).toEqual({ subscription_status: 'lifetime', password: null });
    expect(await mailsIn(database.sql, time.nowMs)).toEqual([]);
    const [mail] = await mailsIn(database.sql, time.nowMs + 3 * minuteMs);
    expect(mail).toMatchObject({ to: email, subject: 'Your Waypost account is ready' });
    expect(mail?.text).toMatch(/\/reset-password\?token=[\w-]{43}/);
  });

  test('a browser that returns after the webhook sets the password, without an email', async () => {
    const { begun, deliverNew, time } = world();
    const { pay, confirm } = await begun();
    pay();
    await deliverNew();

    const answer = await confirm();

    expect(answer.status).toBe(201);
    const [mail, ...more] = await mailsIn(database.sql, time.nowMs + dayMs);
    expect(mail?.text).toContain('/verify?token=');
    expect(more).toEqual([]);
    const pending = await database.sql`SELECT 1 FROM password_resets WHERE ended_at IS NULL`;
    expect(pending).toHaveLength(0);
  });

  test('no other browser can set the account’s password', async () => {
    const { begun, deliverNew } = world();
    const victim = await begun();
    const other = await begun();
    victim.pay();
    await deliverNew();

    expect((await victim.confirm(somePassword, '')).status).toBe(403);
    expect((await victim.confirm(somePassword, other.cookie)).status).toBe(403);
    const forged = victim.cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect((await victim.confirm(somePassword, forged)).status).toBe(403);
    expect((await victim.confirm()).status).toBe(201);
    expect((await victim.confirm('another pass phrase')).status).toBe(409);
  });

  test('an account created meanwhile with the same address gets the purchase', async () => {
    const { begun, app, deliverNew, accountOf } = world();
    const { pay, confirm, email } = await begun();
    const person = { firstName: 'Eve', lastName: 'Low', email, password: 'first come first' };
    await call(app, '/api/register', { json: person });
    pay();
    await deliverNew();

    const answer = await confirm();

    expect(answer.status).toBe(409);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.json()).toMatchObject({ code: 'email_taken' });
    expect(await accountOf(email)).toMatchObject({ subscription_status: 'lifetime' });
    const login = { email, password: 'first come first' };
    expect((await call(app, '/api/auth/login', { json: login })).status).toBe(200);
  });

  test('an address that already has an account is rejected before the payment', async () => {
    const { somebody, newcomer, app, stripe } = world();
    const { email } = await somebody();

    const json = { ...newcomer(), email: email.toUpperCase() };
    const answer = await call(app, '/api/create-payment-intent', { json });

    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      message: 'An account with this email already exists',
    });
    expect(stripe.state.payments.size).toBe(0);
  });

  test('[card-testing] after five declined cards within an hour the sixth attempt must wait', async () => {
    const { begun, newcomer, app, stripe, deliverNew, time, maintenance } = world();
    const { paymentIntentId } = await begun();
    for (let index = 0; index < 5; index += 1) stripe.deeds.decline(paymentIntentId);
    await deliverNew();
    const again = () => call(app, '/api/create-payment-intent', { json: newcomer() });

    const refused = await again();
    await maintenance.clear();

    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(stripe.state.payments.get(paymentIntentId)?.status).toBe('canceled');
    time.nowMs += 61 * minuteMs;
    expect((await again()).status).toBe(200);
  });

  test('[retention] an abandoned purchase is canceled after a day, and deleted', async () => {
    const { begun, stripe, time, maintenance, deliverNew } = world();
    const { paymentIntentId, email } = await begun();
    time.nowMs += dayMs + minuteMs;
    await maintenance.clear();
    await deliverNew();

    expect(stripe.state.payments.get(paymentIntentId)?.status).toBe('canceled');
    time.nowMs += dayMs + minuteMs;
    await maintenance.clear();
    const left = await database.sql`SELECT 1 FROM purchases WHERE payer->>'email' = ${email}`;
    expect(left).toHaveLength(0);
  });

  test('an unfinished purchase stays when somebody deletes an account who has not confirmed the address', async () => {
    const { begun, app } = world();
    const { firstName, lastName, email } = await begun();
    const json = { firstName, lastName, email, password: somePassword };
    expect((await call(app, '/api/register', { json })).status).toBe(201);

    await database.sql`DELETE FROM users`;

    expect(await database.sql`SELECT state FROM purchases`).toEqual(
      expect.arrayContaining([{ state: 'open' }]),
    );
  });

  test('[complete-erasure] an unfinished purchase is deleted with the account of the same address', async () => {
    const { begun, stripe, maintenance, app } = world();
    const { paymentIntentId, ...person } = await begun();
    const { firstName, lastName, email } = person;
    await begun();
    const json = { firstName, lastName, email: email.toUpperCase(), password: somePassword };
    expect((await call(app, '/api/register', { json })).status).toBe(201);

    await database.sql`UPDATE users SET verified = true`;
    await database.sql`DELETE FROM users WHERE lower(email) = ${email.toLowerCase()}`;
    await maintenance.clear();

    expect(stripe.state.payments.get(paymentIntentId)?.status).toBe('canceled');
    const left = await database.sql`SELECT payer->>'email' AS email FROM purchases`;
    expect(left).toHaveLength(1);
    expect(left[0]?.['email']).not.toBe(email);
    expect(await database.sql`SELECT 1 FROM payment_orphans`).toHaveLength(0);
  });
});
