import type { SubscriptionStatus } from '#core/accounts/user';
import { Refusal } from '#core/shared/refusal';

/** What an account has paid for, as far as the rules need it. */
export type Subscriber = {
  readonly subscriptionStatus: SubscriptionStatus;
  readonly trialEndsAt: Date;
};

/**
 * Which accounts may create and edit links, at an instant in epoch milliseconds. Reading, exporting,
 * deleting and the redirects themselves never depend on it.
 */
export type Entitlement = (subscriber: Subscriber, nowMs: number) => boolean;

/** Whose trial still runs, and who pays. */
export function paidOrTrial(subscriber: Subscriber, nowMs: number): boolean {
  switch (subscriber.subscriptionStatus) {
    case 'active':
    case 'lifetime':
      return true;
    case 'trial':
      return nowMs < subscriber.trialEndsAt.getTime();
    case 'past_due':
    case 'canceled':
    case 'expired':
      return false;
  }
}

/** Where nothing can be bought, nobody is kept from anything. */
export const alwaysEntitled: Entitlement = () => true;

/** Refuses with `plan_required` an account that is not entitled. */
export function requireEntitlement(isEntitled: boolean): void {
  if (isEntitled) return;
  throw new Refusal('plan_required', 'Your trial has ended. Subscribe to continue.');
}
