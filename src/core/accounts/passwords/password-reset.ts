import type { Mail } from '#core/shared/mail';
import { hourMs } from '#core/shared/time';
import type { User } from '#core/accounts/user';

/** How long a mailed reset link is valid. */
export const resetLifeMs = 24 * hourMs;
/** In bytes; 256 bits. */
export const resetTokenBytes = 32;
/** Limit of reset mails per hour for one account, when unknown clients request them. */
export const resetsPerHour = 5;

/**
 * One permission to set a new password without the old one, stored under the SHA-256 of its token.
 */
export type PasswordReset = {
  readonly tokenDigest: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** A reset that a client requested. */
export type AskedReset = PasswordReset & {
  /** Keyed hash of the client: a browser that the account knows, or a network address. */
  readonly requesterKey: string;
};

/** Storage of resets, shared by all instances. */
export type PasswordResets = {
  /**
   * Keeps the reset, ends the older ones of its account and requester and hands over the mail: all of
   * it or nothing. Nothing when there is no such account, when the mail goes to an address that the
   * account no longer has, or when `limit` were kept for it in the last hour, for all requesters
   * together; null is no limit. Holds for calls side by side too.
   */
  open(reset: AskedReset, mail: Mail, limit: number | null): Promise<void>;
  /**
   * The account whose password a token may set; null when the token is unknown, used, replaced or
   * too old.
   */
  find(tokenDigest: string, at: Date): Promise<User | null>;
  /**
   * Uses a reset once, in one transaction. It sets the password and ends the account's other
   * resets, a pending change of address and all sessions. Every browser that signed in before
   * counts as unknown again. It queues the mail. The reset also proves the address; unproven data
   * that the account had until now is removed. Returns false when the reset is not valid any more;
   * of concurrent uses exactly one returns true.
   */
  use(use: {
    readonly tokenDigest: string;
    readonly passwordHash: string;
    readonly at: Date;
    readonly mail: Mail;
  }): Promise<boolean>;
};
