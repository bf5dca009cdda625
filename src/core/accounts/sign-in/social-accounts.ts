import type { Mail } from '#core/shared/mail';
import type { Session } from './session.ts';
import type { SocialIdentity } from './social-identity.ts';
import type { User } from '#core/accounts/user';
import type { Welcome } from '#core/accounts/users';

/** What is known of somebody who comes from a provider. */
export type FoundAccounts = {
  /** The account that this identity opens. */
  readonly own: User | null;
  /** The account of the same e-mail address; null when there is an own one, or it is nobody's. */
  readonly sameAddress: {
    readonly user: User;
    /** Another identity of the same provider opens it. */
    readonly isTaken: boolean;
  } | null;
};

/** Why somebody who comes from a provider gets no session. */
export type NotReceived =
  'no_email' | 'email_unproven' | 'email_taken' | 'closed' | 'too_many' | 'suspended';

/** What becomes of them. */
export type Reception =
  | { readonly kind: 'enter'; readonly user: User }
  /** From now on the identity opens the account too; `notice` tells its person. */
  | { readonly kind: 'link'; readonly user: User; readonly notice: Mail }
  /**
   * The address is proven, by somebody who need not be who opened the account: whatever opened it
   * until now does not any more.
   */
  | { readonly kind: 'claim'; readonly user: User; readonly notice: Mail }
  /** An account of their own, as given; with a welcome when its address is still to be proven. */
  | { readonly kind: 'open'; readonly user: User; readonly welcome: Welcome | null }
  | { readonly kind: 'refuse'; readonly reason: NotReceived };

/** What would become of them by the rules alone; whose account is opened is not known yet. */
export type Arrival =
  | { readonly kind: 'enter'; readonly user: User }
  | { readonly kind: 'link'; readonly user: User }
  | { readonly kind: 'claim'; readonly user: User }
  | { readonly kind: 'open'; readonly email: string }
  | { readonly kind: 'refuse'; readonly reason: NotReceived };

/**
 * Decides by the provider's name for the person alone, and by an address only when both the
 * provider and we know whose it is: an address that nobody has proven is no way into an account
 * that exists (arXiv 2205.10174).
 */
export function arrivalOf(
  { provider, email, isEmailProven }: SocialIdentity,
  { own, sameAddress }: FoundAccounts,
): Arrival {
  if (own !== null) return { kind: 'enter', user: own };
  if (email === null) return { kind: 'refuse', reason: 'no_email' };
  if (!isEmailProven && provider === 'google') return { kind: 'refuse', reason: 'email_unproven' };
  if (sameAddress === null) return { kind: 'open', email };
  if (!isEmailProven) return { kind: 'refuse', reason: 'email_taken' };

  const { user, isTaken } = sameAddress;
  if (!user.verified) return { kind: 'claim', user };
  return isTaken ? { kind: 'refuse', reason: 'email_taken' } : { kind: 'link', user };
}

/** Where accounts are kept, as those who come from a provider see them. */
export type SocialAccounts = {
  /** What is known of somebody at this moment. */
  find(identity: SocialIdentity): Promise<FoundAccounts>;
  /**
   * Finds an identity's accounts and holds them, does what `decide` says of them, hands over its
   * mail, and adds the session to the account that comes of it, whoever it was made for: all or
   * nothing. Answers what was done; an account whose address has had its trial is opened as
   * `withoutTrial` says. Of calls side by side for one identity or one address each sees
   * what an earlier one has done; then `decide` may be asked again.
   */
  receive(
    login: { readonly identity: SocialIdentity; readonly session: Session },
    decide: (found: FoundAccounts) => Reception,
  ): Promise<Reception>;
};
