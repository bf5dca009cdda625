import type { Mail } from '#core/shared/mail';
import { hourMs } from '#core/shared/time';
import type { User } from '#core/accounts/user';

/** How long the link of a mail opens the account. */
export const resetLifeMs = 24 * hourMs;
/** In bytes; 256 bits. */
export const resetTokenBytes = 32;
/** How often within the hour one account is mailed a link, from wherever strangers ask for it. */
export const resetsPerHour = 5;

/** One chance to set a new password without the old one, known by its token's SHA-256. */
export type PasswordReset = {
  readonly tokenDigest: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** A reset that somebody asked for. */
export type AskedReset = PasswordReset & {
  /** A keyed hash of who: a browser that the account knows, or a network address. */
  readonly requesterKey: string;
};

/** Where resets are kept, shared by all instances. */
export type PasswordResets = {
  /**
   * Keeps the reset, ends the older ones of its account and requester and hands over the mail: all of
   * it or nothing. Nothing when there is no such account, or `limit` were kept for it in the last
   * hour, for all requesters together; null is no limit. Holds for calls side by side too.
   */
  open(reset: AskedReset, mail: Mail, limit: number | null): Promise<void>;
  /** Whose password a token may set; null when it is unknown, used, overtaken or too old. */
  find(tokenDigest: string, at: Date): Promise<User | null>;
  /**
   * Uses a reset up: sets the password, ends the account's other resets, a pending change of its
   * address and all its sessions, makes strangers of all browsers that signed in before, and hands over the mail, all of it or nothing. The address is
   * proven by this too; what an account had that was unproven until now is dropped. False when the
   * reset is over; of uses at the same moment exactly one is true.
   */
  use(use: {
    readonly tokenDigest: string;
    readonly passwordHash: string;
    readonly at: Date;
    readonly mail: Mail;
  }): Promise<boolean>;
};
