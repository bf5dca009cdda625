import { dayMs } from '#core/shared/time';
import type { User } from './user.ts';

/** In periods of exactly 24 hours, independent of daylight saving time. */
const trialDays = 30;

/** What is known of the person of a new account. `createdAt` is where its trial begins. */
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
