import { describe, expect, test } from 'bun:test';
import type { SubscriptionReading } from '#core/billing/ports';
import type { User } from '#core/accounts/user';
import { dayMs } from '#core/shared/time';
import { visitor } from '#tests/support/worlds/accounts/account-world';
import { purchaseWorld } from '#tests/support/worlds/billing/purchase-world';

async function buyer() {
  const world = purchaseWorld();
  const { user } = await world.somebody();
  const { paymentId: id } = await world.buyLifetime(user, visitor);
  const about = { kind: 'payment', id } as const;
  return { world, user, id, about, plan: () => world.planOf(user.id) };
}

async function subscriber() {
  const world = purchaseWorld();
  const { user } = await world.somebody();
  await world.subscribe(user, visitor);
  const [id = ''] = world.stripe.subscriptions.keys();
  /** Changes the subscription, delivers the webhook, and returns the plan that results. */
  const turned = async (
    change: Partial<SubscriptionReading>,
  ): Promise<User['subscriptionStatus']> => {
    world.stripe.turnSubscription(id, change);
    await world.follow({ kind: 'subscription', id }, null);
    return world.planOf(user.id) ?? 'expired';
  };
  return { world, user, id, turned };
}

describe('an event of a payment', () => {
  test('[paid-by-webhook] is not trusted: the payment is read from the provider', async () => {
    const { world, about, plan } = await buyer();

    await world.follow(about, { id: 'paid, it says', isFailure: false });
    expect(plan()).toBe('trial');
    world.stripe.turn(about.id, { status: 'paid' });
    await world.follow(about, { id: 'another', isFailure: false });

    expect(plan()).toBe('lifetime');
  });

  test('revokes lifetime access after a refund or dispute, and restores it when the dispute is won', async () => {
    const { world, about, plan } = await buyer();
    const plans: unknown[] = [];

    for (const reversal of ['none', 'disputed', 'none', 'refunded'] as const) {
      world.stripe.turn(about.id, { status: 'paid', reversal });
      await world.follow(about, null);
      plans.push(plan());
    }

    expect(plans).toEqual(['lifetime', 'trial', 'lifetime', 'trial']);
  });

  test('about a payment unknown to the provider changes nothing', async () => {
    const { world, plan } = await buyer();

    await world.follow({ kind: 'payment', id: 'foreign' }, null);
    await world.follow({ kind: 'subscription', id: 'foreign' }, null);

    expect(plan()).toBe('trial');
  });

  test('about an invoice of a subscription updates the subscription', async () => {
    const { world, id, user } = await subscriber();
    world.stripe.turn('an invoice', { status: 'paid', subscriptionId: id });
    world.stripe.turnSubscription(id, { status: 'active' });

    await world.follow({ kind: 'payment', id: 'an invoice' }, null);

    expect(world.planOf(user.id)).toBe('active');
  });
});

describe('an event of a subscription', () => {
  test('[plan-follows-payments] sets the plan to the provider’s state, also after the trial', async () => {
    const { world, turned } = await subscriber();
    world.time.nowMs += 31 * dayMs;

    expect(await turned({ status: 'open' })).toBe('expired');
    expect(await turned({ status: 'active' })).toBe('active');
    expect(await turned({ status: 'past_due' })).toBe('past_due');
    expect(await turned({ status: 'active', reversal: 'refunded' })).toBe('canceled');
    expect(await turned({ status: 'active', reversal: 'none' })).toBe('active');
    expect(await turned({ status: 'ended' })).toBe('canceled');
  });
});

describe('subscribing', () => {
  test('returns the same payment when the page is opened again, and none beside a running one', async () => {
    const { world, user, turned } = await subscriber();
    const first = await world.subscribe(user, visitor);

    expect(await world.subscribe(user, visitor)).toEqual(first);
    await turned({ status: 'active' });

    await expect(world.subscribe(user, visitor)).rejects.toMatchObject({
      code: 'already_subscribed',
    });
    expect(world.stripe.subscriptions.size).toBe(1);
  });

  test('creates another payment when the first expired', async () => {
    const { world, user, id } = await subscriber();
    world.stripe.turnSubscription(id, { status: 'void' });

    await world.subscribe(user, visitor);

    expect(world.stripe.subscriptions.size).toBe(2);
  });
});

describe('a webhook', () => {
  test('[paid-by-webhook] has its effect once, and none for objects of others', async () => {
    const { world, about, plan } = await buyer();
    world.stripe.turn(about.id, { status: 'paid' });
    world.stripe.signed.set('a', { id: 'event', about, isFailure: false });
    world.stripe.signed.set('b', { id: 'other', about: null, isFailure: false });
    await world.receivePaymentEvent('{}', 'b');
    expect(plan()).toBe('trial');
    await world.receivePaymentEvent('{}', 'a');
    world.stripe.turn(about.id, { reversal: 'refunded' });
    const readings = await world.ledger.nextReading();

    await world.receivePaymentEvent('{}', 'a');

    expect(plan()).toBe('lifetime');
    expect(await world.ledger.nextReading()).toBe(readings + 1);
  });

  test('without a signature is rejected', async () => {
    const { world, about, plan } = await buyer();
    world.stripe.turn(about.id, { status: 'paid' });

    await expect(world.receivePaymentEvent('{}', 'forged')).rejects.toMatchObject({
      code: 'malformed',
    });
    expect(plan()).toBe('trial');
  });
});
