import type { Mail } from '#core/shared/mail';
import type { EmailProof } from './emails/email-proof.ts';
import type { User } from './user.ts';

/** The proof of a new account's address, and the mail with its link. */
export type Welcome = { readonly proof: EmailProof; readonly mail: Mail };

/** An account with its credentials. */
export type FoundUser = {
  readonly user: User;
  /** Null when it has no password. */
  readonly passwordHash: string | null;
  /** Browsers that signed in before this time count as unknown. */
  readonly devicesSince: Date;
};

/** The result of storing a new account. */
export type AddedAccount = 'added' | 'added_without_trial';

/** Storage of accounts. */
export type Users = {
  /**
   * Stores a new account; `email_taken` when another account has its address, compared without
   * case. Of accounts added concurrently with one address exactly one is stored. The welcome is
   * stored and queued in the same transaction. `added_without_trial`: an account of this address
   * was deleted within a year, and this one is stored as `withoutTrial` says.
   */
  add(user: User, passwordHash: string, welcome?: Welcome): Promise<AddedAccount | 'email_taken'>;
  /** The account of an address, compared without case. */
  findByEmail(email: string): Promise<FoundUser | null>;
  /**
   * Replaces a hash by another one of the same password, unless the password was changed meanwhile.
   */
  upgradeHash(userId: string, from: string, to: string): Promise<void>;
};
