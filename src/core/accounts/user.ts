import type * as profile from '#contract/accounts/profile';
import { dayMs } from '#core/shared/time';

/** A person with an account, without their credentials. */
export type User = profile.User;
/** The plan of an account. */
export type SubscriptionStatus = User['subscriptionStatus'];

/** The form in which two spellings of one e-mail address are equal. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** In periods of exactly 24 hours, independent of daylight saving time. */
const trialDays = 30;

/** What is known about the person of a new account. The trial begins at `createdAt`. */
export type Newcomer = Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'createdAt'> &
  Partial<Pick<User, 'provider' | 'verified'>>;

/** A new account on trial: of an unproven address unless `verified` says otherwise. */
export function newTrialUser(newcomer: Newcomer): User {
  return {
    provider: 'email',
    verified: false,
    ...newcomer,
    profileImageUrl: null,
    subscriptionStatus: 'trial',
    trialEndsAt: new Date(newcomer.createdAt.getTime() + trialDays * dayMs),
  };
}

/**
 * A new account for an address whose former account was deleted within a year: its trial is over at
 * once. Otherwise a person could delete the account and open another one for each new trial.
 * Addresses are compared as everywhere: without case and surrounding blanks. An address with
 * another tag is a different address, so its account gets a trial.
 */
export function withoutTrial(user: User): User {
  return { ...user, subscriptionStatus: 'expired', trialEndsAt: user.createdAt };
}
