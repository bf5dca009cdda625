import type { User } from './user.ts';

/** Where accounts are kept. */
export type Users = {
  /**
   * Keeps a new account; `email_taken` when its address, in any case, has one already. Of accounts
   * added at the same moment with one address exactly one is kept.
   */
  add(user: User, passwordHash: string): Promise<'added' | 'email_taken'>;
  /** The account of an address in any case; its hash is null when it has no password. */
  findByEmail(
    email: string,
  ): Promise<{ readonly user: User; readonly passwordHash: string | null } | null>;
  /** Replaces a hash by another of the same password, unless it was changed meanwhile. */
  upgradeHash(userId: string, from: string, to: string): Promise<void>;
};
