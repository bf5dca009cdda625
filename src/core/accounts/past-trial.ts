import type { User } from './user.ts';

/**
 * A new account for an address whose former account was deleted within a year: its trial is over at
 * once. Otherwise a person could delete the account and open another one for each new trial.
 * Addresses are compared as everywhere: without case and surrounding blanks. An address with
 * another tag is a different address, so its account gets a trial.
 */
export function withoutTrial(user: User): User {
  return { ...user, subscriptionStatus: 'expired', trialEndsAt: user.createdAt };
}
