import type { User } from './user.ts';

/**
 * The new account of an address whose account was deleted within a year: its trial is over at once.
 * Otherwise somebody could delete an account, open another one and have a trial each time. Addresses
 * are compared as everywhere: only case and blanks are ignored. An address with another tag is a
 * different one, so its account gets a trial, whether the first account still exists or not.
 */
export function withoutTrial(user: User): User {
  return { ...user, subscriptionStatus: 'expired', trialEndsAt: user.createdAt };
}
