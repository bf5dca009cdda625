import type { Mail } from '#core/shared/mail';
import { dayMs } from '#core/shared/time';
import type { User } from '#core/accounts/user';

/** Why a link is mailed to an address: a new account, a second try, or another address for an account. */
export type ProofCause = 'welcome' | 'resend' | 'change';

/** How long the link of a mail proves the address. */
export const proofLifeMs: Readonly<Record<ProofCause, number>> = {
  welcome: 7 * dayMs,
  resend: 7 * dayMs,
  change: dayMs,
};
/** In bytes; 256 bits. */
export const proofTokenBytes = 32;
/** How many links of one cause an account is mailed within an hour, wherever they are asked for. */
export const proofsPerHour = 5;
/** The message for an account that is past that limit. */
export const tooManyMails = 'You requested too many emails. Please try again later.';

/** One chance to prove that an address is an account's, known by its token's SHA-256. */
export type EmailProof = {
  readonly tokenDigest: string;
  readonly userId: string;
  /** Where the link is mailed to: with the cause `change` not, or not yet, the account's address. */
  readonly email: string;
  readonly cause: ProofCause;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Where proofs are kept, shared by all instances. */
export type EmailProofs = {
  /**
   * Keeps the proof and hands over the mails, all of it or nothing, and answers 0. Of changes only
   * the newest lives. At `proofsPerHour` of one cause nothing happens, and the answer is the whole
   * seconds to wait; holds for calls side by side too.
   */
  open(proof: EmailProof, mails: readonly Mail[]): Promise<number>;
  /** The living proof of a token and its account; null when it is unknown, used, ended or too old. */
  find(
    tokenDigest: string,
    at: Date,
  ): Promise<{ readonly proof: EmailProof; readonly user: User } | null>;
  /**
   * Uses a proof up: its address is the account's from then on, and proven. With the cause `change`
   * also ends everything that the former address opened: the sessions but `keptSid`, pending resets
   * and all other proofs; makes strangers of all browsers that signed in before; and hands over the
   * mail. All of it or nothing. `over`: the proof does not
   * live any more; of uses at the same moment exactly one is not. `taken`: the address became
   * another account's.
   */
  use(use: {
    readonly tokenDigest: string;
    readonly at: Date;
    readonly keptSid: string | null;
    readonly mail: Mail | null;
  }): Promise<'proven' | 'over' | 'taken'>;
  /** The address that an account is to have once it is proven; null when none is pending. */
  pendingChange(userId: string, at: Date): Promise<string | null>;
  /** Calls off a pending change; does nothing when there is none. */
  cancelChange(userId: string, at: Date): Promise<void>;
};
