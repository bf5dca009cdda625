import type { SubscriptionPrice } from '#contract/billing';
import type { User } from '#core/accounts/user';
import type { NewId } from '#core/shared/ids';
import { Refusal } from '#core/shared/refusal';
import { alreadyLifetime, endedMeanwhile } from './buy-lifetime.ts';
import { payerKey, refuseCardTesting, type DeclinedCardsPorts } from './declined-cards.ts';
import type { FollowPayments } from './follow-payments.ts';
import type { Ledger, Subscription } from './ledger.ts';
import type { OpenPayment, Payments } from './payments.ts';

export type SubscribePorts = DeclinedCardsPorts & {
  readonly payments: Pick<Payments, 'openCustomer' | 'openSubscription' | 'readSubscription'>;
  readonly ledger: Pick<
    Ledger,
    | 'openSubscription'
    | 'keepSubscriptionId'
    | 'customerOf'
    | 'keepCustomer'
    | 'forgetCustomer'
    | 'failuresSince'
  >;
  readonly follow: FollowPayments;
  readonly newId: NewId;
};

/** The payment that a subscription needs. */
export type DueSubscription = OpenPayment & {
  /** The subscription that has lapsed and continues with this payment; null for a new one. */
  readonly lapsed: { readonly price: SubscriptionPrice | null } | null;
};

/**
 * Opens the subscription of a signed-in person, or returns the payment that it still needs: its
 * first invoice, or one whose card was declined. Refuses `already_lifetime`, `already_subscribed`,
 * `too_many_requests`.
 */
export type Subscribe = (
  user: User,
  visitor: { readonly address: string },
) => Promise<DueSubscription>;

export function subscribe(ports: SubscribePorts): Subscribe {
  const { payments, ledger, follow, pseudonym, newId, clock } = ports;

  return async (user, { address }) => {
    if (user.subscriptionStatus === 'lifetime') throw alreadyLifetime();
    const nowMs = clock.now();
    const addressKey = payerKey(pseudonym, address);
    await refuseCardTesting(ports, addressKey);

    for (;;) {
      const [id, createdAt] = [newId(nowMs), new Date(nowMs)];
      const kept = await ledger.openSubscription({ id, userId: user.id, addressKey, createdAt });
      const due = await dueOf(await atProvider(kept, user));
      if (due !== null) return due;
    }
  };

  async function atProvider({ id, subscriptionId }: Subscription, user: User): Promise<string> {
    if (subscriptionId !== null) return subscriptionId;
    const opened = await openSubscription(id, user, null);
    if (!(await ledger.keepSubscriptionId(id, opened))) throw endedMeanwhile();
    return opened;
  }

  /** `lostId`: a customer of the person whom the provider does not know any more. */
  async function openSubscription(
    orderId: string,
    user: User,
    lostId: string | null,
  ): Promise<string> {
    const customerId = (await ledger.customerOf(user.id)) ?? (await openCustomer(user, lostId));
    const opened = await payments.openSubscription({ orderId, customerId });
    if (opened !== null) return opened;
    if (lostId !== null) throw new Error('The provider does not know a new customer');
    await ledger.forgetCustomer(user.id, customerId);
    return openSubscription(orderId, user, customerId);
  }

  async function openCustomer(user: User, lostId: string | null): Promise<string> {
    const { id: userId, email, firstName, lastName } = user;
    const name = `${firstName} ${lastName}`;
    return ledger.keepCustomer(
      userId,
      await payments.openCustomer({ userId, email, name, lostId }),
    );
  }

  /**
   * Null when the subscription has ended, or the provider does not know it. The end is stored, so
   * that the next one may begin.
   */
  async function dueOf(subscriptionId: string): Promise<DueSubscription | null> {
    const read = await payments.readSubscription(subscriptionId);
    await follow({ kind: 'subscription', id: subscriptionId }, null);
    if (read === null || read.status === 'ended' || read.status === 'void') return null;
    if (read.status === 'active' || read.due === null) throw alreadySubscribed();
    return { ...read.due, lapsed: read.status === 'past_due' ? { price: read.price } : null };
  }
}

function alreadySubscribed(): Refusal {
  return new Refusal('already_subscribed', 'You already have a subscription.');
}
