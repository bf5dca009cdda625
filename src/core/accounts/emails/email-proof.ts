import type { Mail } from '#core/shared/mail';
import { dayMs } from '#core/shared/time';
import type { User } from '#core/accounts/user';

/**
 * Why a proof link is mailed: a new account, a request to send it again, or a change of address.
 */
export type ProofCause = 'welcome' | 'resend' | 'change';

/** How long a mailed link proves the address. */
export const proofLifeMs: Readonly<Record<ProofCause, number>> = {
  welcome: 7 * dayMs,
  resend: 7 * dayMs,
  change: dayMs,
};
/** In bytes; 256 bits. */
export const proofTokenBytes = 32;
/** Limit of links per hour for one account and one cause, from all places that request them. */
export const proofsPerHour = 5;
/** The message for an account that is past that limit. */
export const tooManyMails = 'You requested too many emails. Please try again later.';

/**
 * One link that proves that an address belongs to an account, stored under the SHA-256 of its
 * token.
 */
export type EmailProof = {
  readonly tokenDigest: string;
  readonly userId: string;
  /**
   * The address that gets the link. With the cause `change` it is not (or not yet) the account's
   * address.
   */
  readonly email: string;
  readonly cause: ProofCause;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Storage of proofs, shared by all instances. */
export type EmailProofs = {
  /**
   * Stores the proof and queues the mails in one transaction, and returns 0. Of the changes of one
   * account only the newest stays valid. After `proofsPerHour` proofs of one cause it stores
   * nothing and returns the seconds to wait. Concurrent calls cannot exceed the limit.
   */
  open(proof: EmailProof, mails: readonly Mail[]): Promise<number>;
  /**
   * The valid proof of a token and its account; null when the token is unknown, used, cancelled or
   * too old.
   */
  find(
    tokenDigest: string,
    at: Date,
  ): Promise<{ readonly proof: EmailProof; readonly user: User } | null>;
  /**
   * Whether a token, perhaps one that is not valid any more, was mailed to the address that its
   * account has now, and that address is proven.
   */
  isProven(tokenDigest: string): Promise<boolean>;
  /**
   * Uses a proof once: its address becomes the account's address and is proven. With the cause
   * `change` it also ends everything that the former address opened: all sessions except `keptSid`,
   * pending resets and all other proofs. Every browser that signed in before counts as unknown
   * again. The mail is queued. One transaction does all of this. `over`: the proof is not valid any
   * more; of concurrent uses exactly one succeeds. `taken`: the address now belongs to another
   * account.
   */
  use(use: {
    readonly tokenDigest: string;
    readonly at: Date;
    readonly keptSid: string | null;
    readonly mail: Mail | null;
  }): Promise<'proven' | 'over' | 'taken'>;
  /** The address that waits for its proof; null when none is pending. */
  pendingChange(userId: string, at: Date): Promise<string | null>;
  /** Cancels a pending change; does nothing when there is none. */
  cancelChange(userId: string, at: Date): Promise<void>;
};
