import type { User } from './user.ts';

/**
 * The new account of an address whose account was deleted within a year: its trial is over at once.
 * Whoever deletes an account and opens another one would have a trial for ever otherwise. Addresses
 * are compared as everywhere, by case and blanks alone: one with another tag is another account,
 * with a trial, while the first account exists, and is so when it is gone.
 */
export function withoutTrial(user: User): User {
  return { ...user, subscriptionStatus: 'expired', trialEndsAt: user.createdAt };
}
