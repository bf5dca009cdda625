/** The plan of an account. `expired`: the trial is over and nothing was bought. */
export type SubscriptionStatus =
  'trial' | 'active' | 'lifetime' | 'past_due' | 'canceled' | 'expired';

/** A person with an account, without their credentials. */
export type User = {
  readonly id: string;
  /** As typed, trimmed; compared case-insensitively. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly profileImageUrl: string | null;
  readonly provider: 'email' | 'google' | 'facebook';
  /** The e-mail address has been proven. */
  readonly verified: boolean;
  readonly subscriptionStatus: SubscriptionStatus;
  readonly trialEndsAt: Date;
  readonly createdAt: Date;
};

/** The form in which two spellings of one e-mail address are equal. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}
