import type * as profile from '#contract/profile';

/** A person with an account, without their credentials. */
export type User = profile.User;
/** The plan of an account. */
export type SubscriptionStatus = User['subscriptionStatus'];

/** The form in which two spellings of one e-mail address are equal. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}
