import type { Mail } from '#core/shared/mail';
import type { EmailProof } from './emails/email-proof.ts';
import type { User } from './user.ts';

/** The link that proves a new account's address, and the mail that brings it. */
export type Welcome = { readonly proof: EmailProof; readonly mail: Mail };

/** An account with what proves that somebody is its person. */
export type FoundUser = {
  readonly user: User;
  /** Null when it has no password. */
  readonly passwordHash: string | null;
  /** Browsers that signed in before are strangers to it. */
  readonly devicesSince: Date;
};

/** How a new account was kept. */
export type AddedAccount = 'added' | 'added_without_trial';

/** Where accounts are kept. */
export type Users = {
  /**
   * Keeps a new account; `email_taken` when its address, in any case, has one already. Of accounts
   * added at the same moment with one address exactly one is kept. A welcome is kept and handed
   * over with the account, or neither is. `added_without_trial`: an account of this address was
   * deleted within a year, and this one is kept as `withoutTrial` says.
   */
  add(user: User, passwordHash: string, welcome?: Welcome): Promise<AddedAccount | 'email_taken'>;
  /** The account of an address in any case. */
  findByEmail(email: string): Promise<FoundUser | null>;
  /** Replaces a hash by another of the same password, unless it was changed meanwhile. */
  upgradeHash(userId: string, from: string, to: string): Promise<void>;
};
