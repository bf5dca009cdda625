import type { SubscriptionStatus } from '#core/accounts/user';
import { Refusal } from '#core/shared/refusal';

/** What an account has paid for, as far as the rules need it. */
export type Subscriber = {
  readonly subscriptionStatus: SubscriptionStatus;
  readonly trialEndsAt: Date;
};

/**
 * Whether the account may create and edit links: its trial still runs, or it pays. Reading,
 * exporting, deleting and the redirects themselves never depend on it.
 */
export function isEntitled(subscriber: Subscriber, nowMs: number): boolean {
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

/** Refuses with `plan_required` an account that may not create and edit links. */
export function requireEntitlement(subscriber: Subscriber, nowMs: number): void {
  if (isEntitled(subscriber, nowMs)) return;
  throw new Refusal('plan_required', 'Your trial has ended. Subscribe to continue.');
}
