import type { SubscriptionStatus } from '#core/accounts/user';

/** Lifetime access, paid once. */
export const lifetimeCents = 4900;
/** A month of the subscription. */
export const monthlyCents = 4900;
export const planCurrency = 'USD';

/**
 * How one payment for lifetime access stands. `void`: it can no longer be paid. `disputed`: the
 * bank holds the money back, or has taken it; a dispute that was won is `paid` again.
 */
export type PurchaseState = 'open' | 'paid' | 'refunded' | 'disputed' | 'void';

/**
 * How one subscription stands. `open`: its first payment is still to come; `void`: it never came.
 * `reversed`: it runs, but its last payment was refunded or disputed. `ended`: it was paid once.
 */
export type SubscriptionState = 'open' | 'active' | 'past_due' | 'reversed' | 'ended' | 'void';

/** Everything about an account that decides its plan. */
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
 * The plan is the first line that holds. It is read from what is so now and never from what
 * happened before, so the order in which news arrives cannot matter. Who has paid is never worse
 * off than before: what is left of the trial outranks a subscription that lapsed.
 */
const plans: readonly Line[] = [
  ['lifetime', ({ purchases }) => purchases.includes('paid')],
  ['active', ({ subscriptions }) => subscriptions.includes('active')],
  ['trial', ({ trialEndsAt }, nowMs) => nowMs < trialEndsAt.getTime()],
  ['past_due', ({ subscriptions }) => subscriptions.includes('past_due')],
  ['canceled', wasOnceBought],
];

/** What an account has, from everything that it bought, at an instant in epoch milliseconds. */
export function planOf(facts: PlanFacts, nowMs: number): SubscriptionStatus {
  const [status = 'expired'] = plans.find(([, holds]) => holds(facts, nowMs)) ?? [];
  return status;
}

function wasOnceBought({ purchases, subscriptions }: PlanFacts): boolean {
  const gone = ['refunded', 'disputed', 'reversed', 'ended'];
  return [...purchases, ...subscriptions].some((state) => gone.includes(state));
}

/** Something bought, by the name under which its provider knows it. */
export type Bought<State> = { readonly id: string; readonly state: State };

/** Everything that an account bought, the oldest first. */
export type Holdings = {
  readonly purchases: readonly Bought<PurchaseState>[];
  readonly subscriptions: readonly Bought<SubscriptionState>[];
};

/** What has to be undone, so that nobody pays twice or for nothing. */
export type Correction =
  | { readonly kind: 'refund'; readonly paymentId: string }
  | { readonly kind: 'cancel'; readonly subscriptionId: string };

/**
 * What is to be undone: a second payment for lifetime access is given back; a subscription beside
 * lifetime access, or one whose last payment was taken back, ends at once.
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
