import { lifetimeCents, planCurrency } from '#contract/billing/prices';
import type { SubscriptionStatus } from '#core/accounts/user';
import type { PaymentReading, SubscriptionReading } from './ports.ts';

/**
 * The state of a payment for lifetime access. `void`: it can no longer be paid. `disputed`: the
 * bank holds the money back, or has taken it; a dispute that was won is `paid` again.
 */
export type PurchaseState = 'open' | 'paid' | 'refunded' | 'disputed' | 'void';

/**
 * The state of a subscription. `open`: its first payment is still to come; `void`: it never came.
 * `reversed`: it runs, but its last payment was refunded or disputed. `ended`: it was paid once.
 */
export type SubscriptionState = 'open' | 'active' | 'past_due' | 'reversed' | 'ended' | 'void';

/** The state of a purchase from a reading. Only the whole price in our currency buys anything. */
export function purchaseState(reading: PaymentReading): PurchaseState {
  if (reading.status === 'void') return 'void';
  if (reading.status !== 'paid') return 'open';
  if (reading.reversal !== 'none') return reading.reversal;
  const isPrice = reading.amountCents === lifetimeCents && reading.currency === planCurrency;
  return isPrice ? 'paid' : 'void';
}

/**
 * The state of a subscription from a reading. Its price does not matter. Waypost opened the
 * subscription at the offered price, and the operator may have changed its price since. Only its
 * status decides.
 */
export function subscriptionState({ status, reversal }: SubscriptionReading): SubscriptionState {
  const runs = status === 'active' || status === 'past_due';
  return runs && reversal !== 'none' ? 'reversed' : status;
}

/** Everything that decides an account's plan. */
export type PlanFacts = {
  readonly trialEndsAt: Date;
  readonly purchases: readonly PurchaseState[];
  readonly subscriptions: readonly SubscriptionState[];
};

type Line = readonly [
  status: SubscriptionStatus,
  holds: (facts: PlanFacts, now: number) => boolean,
];

/**
 * The plan is the first line that matches. It depends on the current state only and never on past
 * events, so the order of events cannot matter. A payment never makes an account worse off: the
 * rest of a trial outranks a subscription that lapsed.
 */
const plans: readonly Line[] = [
  ['lifetime', ({ purchases }) => purchases.includes('paid')],
  ['active', ({ subscriptions }) => subscriptions.includes('active')],
  ['trial', ({ trialEndsAt }, nowMs) => nowMs < trialEndsAt.getTime()],
  ['past_due', ({ subscriptions }) => subscriptions.includes('past_due')],
  ['canceled', wasOnceBought],
];

/** The plan of an account with everything that it bought, at a time in epoch milliseconds. */
export function planOf(facts: PlanFacts, nowMs: number): SubscriptionStatus {
  const [status = 'expired'] = plans.find(([, holds]) => holds(facts, nowMs)) ?? [];
  return status;
}

function wasOnceBought({ purchases, subscriptions }: PlanFacts): boolean {
  const gone = ['refunded', 'disputed', 'reversed', 'ended'];
  return [...purchases, ...subscriptions].some((state) => gone.includes(state));
}

/** A purchase or subscription, with its id at the provider. */
export type Bought<State> = { readonly id: string; readonly state: State };

/** Everything that an account bought, oldest first. */
export type Holdings = {
  readonly purchases: readonly Bought<PurchaseState>[];
  readonly subscriptions: readonly Bought<SubscriptionState>[];
};

/** What has to be undone, so that nobody pays twice or without benefit. */
export type Correction =
  | { readonly kind: 'refund'; readonly paymentId: string }
  | { readonly kind: 'cancel'; readonly subscriptionId: string };

/**
 * Refunds a second payment for lifetime access. Ends, at once, a subscription beside lifetime
 * access, or one whose last payment was taken back.
 */
export function correctionsOf({ purchases, subscriptions }: Holdings): Correction[] {
  const [first, ...more] = purchases.filter(({ state }) => state === 'paid');
  const surplus = subscriptions.filter(({ state }) => {
    const runs = state === 'open' || state === 'active' || state === 'past_due';
    return state === 'reversed' || (first !== undefined && runs);
  });
  return [
    ...more.map(({ id }) => ({ kind: 'refund' as const, paymentId: id })),
    ...surplus.map(({ id }) => ({ kind: 'cancel' as const, subscriptionId: id })),
  ];
}
