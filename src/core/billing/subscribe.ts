import type { SubscriptionPrice } from '#contract/billing/billing';
import type { User } from '#core/accounts/user';
import { Refusal } from '#core/shared/refusal';
import { alreadyLifetime, endedMeanwhile } from './buy-lifetime.ts';
import { payerKey, refuseCardTesting, type Visitor } from './cards.ts';
import { followPayments } from './follow-payments.ts';
import type { Subscription } from './ledger.ts';
import type { BillingPorts, OpenPayment } from './ports.ts';

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
export async function subscribe(
  ports: BillingPorts,
  { address }: Visitor,
  user: User,
): Promise<DueSubscription> {
  const { ledger, newId, clock } = ports;
  if (user.subscriptionStatus === 'lifetime') throw alreadyLifetime();
  const nowMs = clock.now();
  const addressKey = payerKey(ports, address);
  await refuseCardTesting(ports, addressKey);

  for (;;) {
    const [id, createdAt] = [newId(nowMs), new Date(nowMs)];
    const kept = await ledger.openSubscription({ id, userId: user.id, addressKey, createdAt });
    const due = await dueOf(ports, await atProvider(ports, kept, user));
    if (due !== null) return due;
  }
}

async function atProvider(
  ports: BillingPorts,
  { id: orderId, subscriptionId }: Subscription,
  user: User,
): Promise<string> {
  if (subscriptionId !== null) return subscriptionId;
  const opened = await openSubscription(ports, user, { orderId, lostId: null });
  if (!(await ports.ledger.keepSubscriptionId(orderId, opened))) throw endedMeanwhile();
  return opened;
}

/** `lostId`: a customer of the person whom the provider does not know any more. */
type Order = { readonly orderId: string; readonly lostId: string | null };

async function openSubscription(
  ports: BillingPorts,
  user: User,
  { orderId, lostId }: Order,
): Promise<string> {
  const { payments, ledger } = ports;
  const known = await ledger.customerOf(user.id);
  const customerId = known ?? (await openCustomer(ports, user, lostId));
  const opened = await payments.openSubscription({ orderId, customerId });
  if (opened !== null) return opened;
  // A new customer is known. The lost one may be stored once more by a tab that began before.
  if (lostId !== null && lostId !== customerId) {
    throw new Error('The provider does not know a new customer');
  }
  await ledger.forgetCustomer(user.id, customerId);
  return openSubscription(ports, user, { orderId, lostId: customerId });
}

async function openCustomer(
  { payments, ledger }: BillingPorts,
  { id: userId, email, firstName, lastName }: User,
  lostId: string | null,
): Promise<string> {
  const name = `${firstName} ${lastName}`;
  return ledger.keepCustomer(userId, await payments.openCustomer({ userId, email, name, lostId }));
}

/**
 * Null when the subscription has ended, or the provider does not know it. The end is stored, so
 * that the next one may begin.
 */
async function dueOf(ports: BillingPorts, id: string): Promise<DueSubscription | null> {
  const read = await ports.payments.readSubscription(id);
  await followPayments(ports, { kind: 'subscription', id });
  if (read === null || read.status === 'ended' || read.status === 'void') return null;
  if (read.status === 'active' || read.due === null) throw alreadySubscribed();
  return { ...read.due, lapsed: read.status === 'past_due' ? { price: read.price } : null };
}

function alreadySubscribed(): Refusal {
  return new Refusal('already_subscribed', 'You already have a subscription.');
}
