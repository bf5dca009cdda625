import type { Mail } from '#core/shared/mail';
import type { Session } from './session.ts';
import type { SocialIdentity } from './social-identity.ts';
import type { User } from '#core/accounts/user';
import type { Welcome } from '#core/accounts/ports';
import { type Bans, isBanned } from '#core/accounts/banned';

/** The accounts that match an identity from a provider. */
export type FoundAccounts = {
  /** The account that is linked to this identity. */
  readonly own: User | null;
  /**
   * The account with the same e-mail address; null when there is an own account, or no such
   * account.
   */
  readonly sameEmail: {
    readonly user: User;
    /** It is linked to another identity of the same provider. */
    readonly isTaken: boolean;
  } | null;
};

/** Why a person who comes from a provider gets no session. */
export type NotReceived =
  'no_email' | 'email_unproven' | 'email_taken' | 'closed' | 'too_many' | 'suspended';

/** What happens with the person. */
export type Reception =
  | { readonly kind: 'enter'; readonly user: User }
  /** The identity is linked to the account; `notice` is the mail to the account's person. */
  | { readonly kind: 'link'; readonly user: User; readonly notice: Mail }
  /**
   * The address is proven, but this person may not be the one who opened the account: everything
   * that opened it until now stops working.
   */
  | { readonly kind: 'claim'; readonly user: User; readonly notice: Mail }
  /**
   * A new account, as given. `welcome`: the mail that proves the address; null when the address is
   * proven.
   */
  | { readonly kind: 'open'; readonly user: User; readonly welcome: Welcome | null }
  | { readonly kind: 'refuse'; readonly reason: NotReceived };

/** What the rules decide, before the account's id is known. */
export type Arrival =
  | { readonly kind: 'enter'; readonly user: User }
  | { readonly kind: 'link'; readonly user: User }
  | { readonly kind: 'claim'; readonly user: User }
  | { readonly kind: 'open'; readonly email: string }
  | { readonly kind: 'refuse'; readonly reason: NotReceived };

/**
 * Decides by the provider's subject for the person, and by an address only when both the provider
 * and we have proven it. An address that nobody has proven never opens an existing account (arXiv
 * 2205.10174).
 */
export function arrivalOf(
  { provider, email, isEmailProven }: SocialIdentity,
  { own, sameEmail }: FoundAccounts,
): Arrival {
  if (own !== null) return { kind: 'enter', user: own };
  if (email === null) return { kind: 'refuse', reason: 'no_email' };
  if (!isEmailProven && provider === 'google') return { kind: 'refuse', reason: 'email_unproven' };
  if (sameEmail === null) return { kind: 'open', email };
  if (!isEmailProven) return { kind: 'refuse', reason: 'email_taken' };

  const { user, isTaken } = sameEmail;
  if (!user.verified) return { kind: 'claim', user };
  return isTaken ? { kind: 'refuse', reason: 'email_taken' } : { kind: 'link', user };
}

/** Storage of accounts, as a sign-in by a provider needs it. */
export type SocialAccounts = {
  /** Returns the matching accounts at this moment. */
  find(identity: SocialIdentity): Promise<FoundAccounts>;
  /**
   * In one transaction: finds and locks the accounts of an identity, does what `decide` returns for
   * them, queues its mail, and adds the session to the resulting account. Returns what was done. An
   * account for an address that already had its trial is opened as `withoutTrial` says. A banned
   * person is always refused, also when `decide` would let them in. Concurrent calls for one identity or one address
   * see each other's effects; for that, `decide` may be called again.
   */
  receive(
    login: { readonly identity: SocialIdentity; readonly session: Session },
    decide: Decide,
  ): Promise<Reception>;
};

type Decide = (found: FoundAccounts) => Reception;

/** Wraps `decide`: a decision that would admit a banned person becomes a refusal. */
export function unlessBanned(bans: Bans, decide: Decide): Decide {
  return (found) => {
    const reception = decide(found);
    if (reception.kind === 'refuse') return reception;
    const { id: userId, email } = reception.user;
    if (!isBanned(bans, { userId, emails: [email] })) return reception;
    return { kind: 'refuse', reason: 'suspended' };
  };
}

/** Used tickets of logins at providers. */
export type SocialTickets = {
  /**
   * Marks a state, given its digest, as used. Of concurrent callers exactly one gets true. Also
   * deletes old entries that are not needed after `at`.
   */
  spend(stateDigest: string, at: Date, until: Date): Promise<boolean>;
};
