import type { SubscriptionStatus } from '#core/accounts/user';
import { Refusal } from '#core/shared/refusal';

/** What an account has paid for, as the rules need it. */
export type Subscriber = {
  readonly subscriptionStatus: SubscriptionStatus;
  readonly trialEndsAt: Date;
};

/**
 * Whether an account may create and edit links at a time in epoch milliseconds. Reading, exporting,
 * pausing, deleting and redirecting never depend on it.
 */
export type Entitlement = (subscriber: Subscriber, nowMs: number) => boolean;

/**
 * Allows accounts that pay, and all others until the end of their trial. The stored plan does not end
 * a trial: it may have been stored under a wrong clock.
 */
export function paidOrTrial(subscriber: Subscriber, nowMs: number): boolean {
  switch (subscriber.subscriptionStatus) {
    case 'active':
    case 'lifetime':
      return true;
    case 'trial':
    case 'past_due':
    case 'canceled':
    case 'expired':
      return nowMs < subscriber.trialEndsAt.getTime();
  }
}

/** For instances without payments: every account is entitled. */
export const alwaysEntitled: Entitlement = () => true;

/** Refuses `plan_required` when the account is not entitled. */
export function requireEntitlement(isEntitled: boolean): void {
  if (isEntitled) return;
  throw new Refusal('plan_required', 'Your trial has ended. Subscribe to continue.');
}
