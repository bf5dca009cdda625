import { describe, expect, test } from 'bun:test';
import { Refusal } from '#core/shared/refusal';
import { hourMs, minuteMs } from '#core/shared/time';
import { ada, visitor } from '#tests/support/worlds/accounts/account-world';
import { purchaseWorld } from '#tests/support/worlds/billing/purchase-world';

const { email, firstName, lastName } = ada;
const payer = { email, firstName, lastName, buyer: 'one' };
const password = 'difference engine no 2';
const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : error);

describe('starting a payment for a new account', () => {
  test('[paid-once] creates one payment per browser and email address, also when it is repeated', async () => {
    const { buyNewAccount, stripe } = purchaseWorld();

    const first = await buyNewAccount(payer, visitor);
    const again = await buyNewAccount({ ...payer, firstName: 'Augusta' }, visitor);
    const elsewhere = await buyNewAccount({ ...payer, buyer: 'two' }, visitor);
    const forOther = await buyNewAccount({ ...payer, email: 'other@example.com' }, visitor);

    expect(again).toEqual(first);
    expect(new Set([first, elsewhere, forOther].map(({ paymentId }) => paymentId)).size).toBe(3);
    expect(stripe.payments.size).toBe(3);
  });

  test('creates another payment when the first can no longer be paid', async () => {
    const { buyNewAccount, stripe } = purchaseWorld();
    const first = await buyNewAccount(payer, visitor);
    stripe.turn(first.paymentId, { status: 'void' });

    const next = await buyNewAccount(payer, visitor);

    expect(next.paymentId).not.toBe(first.paymentId);
  });

  test('is rejected where registration is closed, for banned people, and for addresses with an account', async () => {
    const closed = purchaseWorld({ isOpen: false });
    await expect(closed.buyNewAccount(payer, visitor)).rejects.toMatchObject({ code: 'forbidden' });
    const world = purchaseWorld();
    await world.somebody();
    world.banned.add('mallory@example.com');
    const of = (address: string) => world.buyNewAccount({ ...payer, email: address }, visitor);

    await expect(of(' MALLORY@example.com')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(of(email.toUpperCase())).rejects.toMatchObject({
      code: 'email_taken',
      message: 'An account with this email already exists',
    });
    expect([...closed.stripe.payments, ...world.stripe.payments]).toEqual([]);
  });

  test('is rejected for a password that is easily guessed, before a card can be charged', async () => {
    const { buyNewAccount, stripe } = purchaseWorld();

    for (const weak of ['123456', email]) {
      await expect(buyNewAccount({ ...payer, password: weak }, visitor)).rejects.toMatchObject({
        code: 'invalid',
        issues: [{ path: 'password' }],
      });
    }
    expect(stripe.payments.size).toBe(0);
    await buyNewAccount({ ...payer, password }, visitor);
  });

  test('shares the limit of registrations, since it reveals whether an address has an account', async () => {
    const { register, buyNewAccount } = purchaseWorld();
    await register(ada, visitor);
    const codes: unknown[] = [];

    for (let n = 0; n < 30; n += 1) {
      codes.push(await buyNewAccount(payer, visitor).catch(codeOf));
    }

    expect(codes).toEqual([...Array(29).fill('email_taken'), 'too_many_requests']);
  });

  test('[card-testing] must wait an hour after five declined cards from one address', async () => {
    const { buyNewAccount, follow, time } = purchaseWorld();
    const { paymentId } = await buyNewAccount(payer, visitor);
    for (let n = 0; n < 5; n += 1) {
      time.nowMs += minuteMs;
      await follow({ kind: 'payment', id: paymentId }, { id: `event ${n}`, isFailure: true });
    }

    await expect(buyNewAccount(payer, visitor)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 3600,
    });
    await buyNewAccount(payer, { address: '198.51.100.1' });
    time.nowMs += hourMs;

    await buyNewAccount(payer, visitor);
  });
});

describe('a successful payment', () => {
  async function paid() {
    const world = purchaseWorld();
    const begun = await world.buyNewAccount(payer, visitor);
    world.stripe.turn(begun.paymentId, { status: 'paid' });
    const { paymentId, purchaseId } = begun;
    const confirmation = { paymentId, password, begun: [purchaseId] };
    return { world, paymentId, confirmation };
  }

  test('creates the account with a password in the browser that paid, and signs in', async () => {
    const { world, confirmation } = await paid();

    const { user, token } = await world.confirmPayment(confirmation, visitor);

    expect(world.planOf(user.id)).toBe('lifetime');
    expect(await world.sessions.find(world.ports.digest(token))).not.toBeNull();
    await world.logIn({ email, password }, visitor);
  });

  test('gives no other browser the account, and accepts no weak password', async () => {
    const { world, confirmation } = await paid();
    const refusalOf = (change: object) =>
      world.confirmPayment({ ...confirmation, ...change }, visitor).catch(codeOf);

    expect(await refusalOf({ begun: [] })).toBe('forbidden');
    expect(await refusalOf({ begun: [Bun.randomUUIDv7()] })).toBe('forbidden');
    expect(await refusalOf({ paymentId: 'another' })).toBe('forbidden');
    expect(await refusalOf({ password: 'password123' })).toBe('invalid');
    await world.confirmPayment(confirmation, visitor);
    expect(await refusalOf({})).toBe('email_taken');
  });

  test('[fair-share] is asked for at the provider 120 times a minute from one network address', async () => {
    const { world, paymentId, confirmation } = await paid();
    world.stripe.turn(paymentId, { status: 'processing' });
    const confirm = (address = visitor.address) =>
      world.confirmPayment(confirmation, { ...visitor, address }).catch(codeOf);
    const codes = new Set<unknown>();
    for (let n = 0; n < 120; n += 1) codes.add(await confirm());

    expect([...codes]).toEqual(['payment_open']);
    expect(await confirm()).toBe('too_many_requests');
    expect(await confirm('198.51.100.1')).toBe('payment_open');
    world.time.nowMs += minuteMs;
    expect(await confirm()).toBe('payment_open');
  });

  test('[own-prices] without success, or with a wrong amount or currency, grants nothing', async () => {
    const { world, paymentId, confirmation } = await paid();

    for (const change of [
      { status: 'open' },
      { status: 'processing' },
      { status: 'paid', amountCents: 4899 },
      { status: 'paid', amountCents: 4900, currency: 'EUR' },
      { status: 'paid', currency: 'USD', reversal: 'refunded' },
    ] as const) {
      world.stripe.turn(paymentId, change);
      await expect(world.confirmPayment(confirmation, visitor)).rejects.toMatchObject({
        code: 'payment_open',
      });
    }
    expect(world.users.count()).toBe(0);
  });

  test('is added to an account that was created meanwhile with the address', async () => {
    const { world, confirmation } = await paid();
    const { user } = await world.somebody();

    await expect(world.confirmPayment(confirmation, visitor)).rejects.toMatchObject({
      code: 'email_taken',
    });

    expect(world.planOf(user.id)).toBe('lifetime');
  });
});

describe('lifetime access for a signed-in person', () => {
  test('is sold once', async () => {
    const world = purchaseWorld();
    const { user } = await world.somebody();
    const { paymentId } = await world.buyLifetime(user, visitor);
    world.stripe.turn(paymentId, { status: 'paid' });
    await world.follow({ kind: 'payment', id: paymentId }, null);

    expect(world.planOf(user.id)).toBe('lifetime');
    const owner = { ...user, subscriptionStatus: 'lifetime' } as const;
    await expect(world.buyLifetime(owner, visitor)).rejects.toMatchObject({
      code: 'already_lifetime',
    });
    await expect(world.subscribe(owner, visitor)).rejects.toMatchObject({
      code: 'already_lifetime',
    });
  });
});
