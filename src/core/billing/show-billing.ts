import type { Card, Invoice } from '#contract/billing/billing';
import { lifetimeCents, planCurrency } from '#contract/billing/prices';
import type { User } from '#core/accounts/user';
import { Refusal } from '#core/shared/refusal';
import { followPayments } from './follow-payments.ts';
import type { Subscription } from './ledger.ts';
import type { BillingPorts } from './ports.ts';

/** What a person has bought. */
export type Billing = {
  readonly isEntitled: boolean;
  /** The running subscription. */
  readonly subscription: Subscription | null;
  readonly lifetimeSince: Date | null;
  readonly card: Card | null;
  /**
   * Past charges, and what a running subscription owes; newest first. Null while the provider is
   * away.
   */
  readonly invoices: readonly Invoice[] | null;
};

/** Returns what a person has bought, with the provider's data as far as the provider answers. */
export async function showBilling(
  { payments, ledger, isEntitled, clock }: BillingPorts,
  user: User,
): Promise<Billing> {
  const { purchases, subscription } = await ledger.boughtBy(user.id);
  const customerId = await ledger.customerOf(user.id);
  const shown = await unlessAway(async () =>
    customerId === null
      ? { card: null, invoices: [] }
      : {
          card: await payments.card(customerId),
          invoices: await payments.invoices(customerId),
        },
  );
  const own = purchases.map(invoiceOf);
  const owes = subscription?.state === 'past_due';
  const isDue = ({ status }: Invoice) => status !== 'void' && (owes || status !== 'open');
  const lifetime = purchases.find(({ state }) => state === 'paid') ?? null;

  return {
    isEntitled: isEntitled(user, clock.now()),
    subscription: runs(subscription) ? subscription : null,
    lifetimeSince: lifetime?.at ?? null,
    card: shown?.card ?? null,
    invoices: shown === null ? null : newestFirst([...own, ...shown.invoices].filter(isDue)),
  };
}

/**
 * Lets the subscription end after the paid period, or continue. One whose payment failed ends at
 * once: its period is not paid. Refuses `conflict` when none runs.
 */
export async function renewSubscription(
  ports: BillingPorts,
  user: User,
  goesOn: boolean,
): Promise<void> {
  const { payments, ledger } = ports;
  const { subscription } = await ledger.boughtBy(user.id);
  const id = runs(subscription) ? (subscription?.subscriptionId ?? null) : null;
  if (id === null) throw noSubscription();
  if (subscription?.state === 'past_due' && !goesOn) await payments.endSubscription(id);
  else await payments.renew(id, goesOn);
  await followPayments(ports, { kind: 'subscription', id });
}

/**
 * The provider's page for changing the card; null when our own page asks for it. Refuses
 * `conflict`.
 */
export async function cardPage(
  { payments, ledger }: BillingPorts,
  user: User,
): Promise<string | null> {
  const customerId = await ledger.customerOf(user.id);
  if (customerId === null) throw noSubscription();
  return payments.cardPage(customerId);
}

export function noSubscription(): Refusal {
  return new Refusal('conflict', 'You have no subscription.');
}

function newestFirst(invoices: readonly Invoice[]): Invoice[] {
  return invoices.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

function runs(subscription: Subscription | null): boolean {
  return subscription?.state === 'active' || subscription?.state === 'past_due';
}

function invoiceOf(purchase: {
  id: string;
  state: 'open' | 'paid' | 'refunded' | 'disputed' | 'void';
  at: Date;
}): Invoice {
  return {
    id: purchase.id,
    at: purchase.at,
    description: 'Lifetime access',
    amountCents: lifetimeCents,
    currency: planCurrency,
    status: purchase.state,
    url: null,
  };
}

/** Null when the provider is away; the page then shows only the data stored here. */
async function unlessAway<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') return null;
    throw error;
  }
}
