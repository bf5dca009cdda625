import { describe, expect, test } from 'bun:test';
import { minuteMs } from '#core/shared/time';
import { visitor } from '#tests/support/worlds/accounts/account-world';
import { purchaseWorld } from '#tests/support/worlds/billing/purchase-world';

const visa = { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2040 };

/** A person on trial, and what the page says to them. */
async function person() {
  const world = purchaseWorld();
  const { user } = await world.somebody();
  const { stripe, follow } = world;
  const shown = async () => {
    const now = world.users.userById(user.id);
    if (!now) throw new Error('The account is gone');
    return world.showBilling(now);
  };
  const buyLifetime = async () => {
    const { paymentId } = await world.buyLifetime(user, visitor);
    stripe.pay(paymentId);
    await follow({ kind: 'payment', id: paymentId }, null);
    return paymentId;
  };
  const subscribe = async () => {
    const { paymentId } = await world.subscribe(user, visitor);
    const [id = ''] = stripe.subscriptions.keys();
    const turned = async (change: Parameters<typeof stripe.turnSubscription>[1]) => {
      stripe.turnSubscription(id, change);
      await follow({ kind: 'subscription', id }, null);
    };
    const pay = async () => {
      stripe.pay(paymentId);
      await follow({ kind: 'payment', id: paymentId }, null);
    };
    return { id, pay, turned };
  };
  return { ...world, user, shown, buyLifetime, subscribe };
}

describe('what a person has bought', () => {
  test('is nothing at first, and nothing is asked of the provider', async () => {
    const { shown, stripe } = await person();
    stripe.away.now = true;

    expect(await shown()).toEqual({
      isEntitled: true,
      subscription: null,
      lifetimeSince: null,
      card: null,
      invoices: [],
    });
  });

  test('is lifetime access since its payment, with its invoice', async () => {
    const { shown, buyLifetime, time } = await person();
    time.nowMs += minuteMs;
    await buyLifetime();
    const paidAt = new Date(time.nowMs);
    time.nowMs += minuteMs;

    const { lifetimeSince, invoices } = await shown();

    expect(lifetimeSince).toEqual(paidAt);
    expect(invoices).toMatchObject([
      {
        description: 'Lifetime access',
        status: 'paid',
        at: paidAt,
        amountCents: 4900,
        currency: 'USD',
      },
    ]);
  });

  test('is no lifetime access once its money was taken back, and the invoice says so', async () => {
    const { shown, buyLifetime, stripe, follow } = await person();
    const id = await buyLifetime();
    stripe.turn(id, { reversal: 'refunded' });
    await follow({ kind: 'payment', id }, null);

    const { lifetimeSince, invoices } = await shown();

    expect(lifetimeSince).toBeNull();
    expect(invoices).toMatchObject([{ status: 'refunded' }]);
  });

  test('is a running subscription with its card', async () => {
    const { shown, subscribe, stripe, user } = await person();
    const { id, pay } = await subscribe();
    stripe.cards.set(`customer of ${user.id}`, visa);
    await pay();

    const { subscription, card, invoices } = await shown();

    expect(subscription).toMatchObject({ subscriptionId: id, state: 'active', endsThen: false });
    expect(card).toEqual(visa);
    expect(invoices).toMatchObject([{ amountCents: 4900, status: 'paid' }]);
  });

  test('is no subscription while only its page was opened, and nothing is owed', async () => {
    const { shown, subscribe, stripe } = await person();

    await subscribe();

    expect(stripe.invoices).toHaveLength(1);
    expect(await shown()).toMatchObject({ subscription: null, invoices: [] });
  });

  test('has what a lapsed subscription owes, and no void invoice, newest first', async () => {
    const { shown, subscribe, stripe, user, time } = await person();
    const { pay, turned } = await subscribe();
    await pay();
    const customerId = `customer of ${user.id}`;
    const [first] = stripe.invoices;
    if (!first) throw new Error('There is no invoice');
    const later = (laterMs: number) => ({ at: new Date(time.nowMs + laterMs) });
    const owed = { ...first.invoice, ...later(2), id: 'owed', status: 'open' as const };
    const ended = { ...first.invoice, ...later(1), id: 'ended', status: 'void' as const };
    stripe.invoices.push({ customerId, invoice: ended }, { customerId, invoice: owed });
    const statuses = async () => (await shown()).invoices?.map(({ status }) => status);
    expect(await statuses()).toEqual(['paid']);

    await turned({ status: 'past_due' });

    expect(await statuses()).toEqual(['open', 'paid']);
  });

  test('[payment-outages] is shown as far as it is stored here while the provider is away', async () => {
    const { shown, subscribe, buyLifetime, stripe } = await person();
    const { pay } = await subscribe();
    await pay();
    await buyLifetime();
    stripe.away.now = true;

    expect(await shown()).toMatchObject({
      isEntitled: true,
      subscription: { state: 'active' },
      card: null,
      invoices: null,
      lifetimeSince: expect.any(Date),
    });
  });
});

describe('a subscription', () => {
  test('ends with its period, or goes on, as its person decides', async () => {
    const { shown, subscribe, renewSubscription, user } = await person();
    const { pay } = await subscribe();
    await pay();

    await renewSubscription(user, false);
    expect((await shown()).subscription).toMatchObject({ state: 'active', endsThen: true });
    await renewSubscription(user, true);

    expect((await shown()).subscription).toMatchObject({ state: 'active', endsThen: false });
  });

  test('whose payment failed ends at once when its person cancels it', async () => {
    const { shown, subscribe, renewSubscription, user } = await person();
    const { pay, turned } = await subscribe();
    await pay();
    await turned({ status: 'past_due' });

    await renewSubscription(user, false);

    expect((await shown()).subscription).toBeNull();
  });

  test('that is not there, or has never been paid, cannot be cancelled', async () => {
    const { subscribe, renewSubscription, user } = await person();
    await expect(renewSubscription(user, false)).rejects.toMatchObject({ code: 'conflict' });
    const { turned } = await subscribe();
    await expect(renewSubscription(user, false)).rejects.toMatchObject({ code: 'conflict' });

    await turned({ status: 'ended' });

    await expect(renewSubscription(user, false)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('has a page for its card at the provider, if the provider has one', async () => {
    const { subscribe, cardPage, user } = await person();
    await expect(cardPage(user)).rejects.toMatchObject({ code: 'conflict' });

    await subscribe();

    expect(await cardPage(user)).toBeNull();
  });
});
