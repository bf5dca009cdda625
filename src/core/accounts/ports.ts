import type { Activity } from '#contract/accounts/activity';
import type { SignInWays } from '#contract/accounts/sign-in';
import type { NewId, RandomBytes } from '#core/shared/ids';
import type { RateLimit, SharedRateLimit } from '#core/shared/limits/rate-limit';
import type { Log } from '#core/shared/log';
import type { Mail } from '#core/shared/mail';
import type { Clock } from '#core/shared/time';
import type { EmailProof } from './email-proofs.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { AskedReset } from './passwords/reset-password.ts';
import type { LoginAttempt } from './sign-in/guessing/open-attempt.ts';
import type { FailureHistory } from './sign-in/guessing/pauses.ts';
import type { Digest, Session } from './sign-in/session.ts';
import type { SocialAccounts, SocialTickets } from './sign-in/social-accounts.ts';
import type { IdentityProviders } from './sign-in/social-identity.ts';
import type { TicketSeal } from './sign-in/social-ticket.ts';
import type { ApiKeys } from './key-ports.ts';
import type { User } from './user.ts';

/** What the use cases of accounts take. */
export type AccountPorts = {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly keys: ApiKeys;
  readonly failures: LoginFailures;
  readonly proofs: EmailProofs;
  readonly resets: PasswordResets;
  readonly profiles: Profiles;
  readonly social: SocialAccounts;
  readonly tickets: SocialTickets;
  readonly providers: IdentityProviders;
  readonly activity: RecentActivity;
  readonly passwords: Passwords;
  /** The ways to sign in to an account. Refuses `not_found` when it is gone. */
  readonly waysInto: (userId: string) => Promise<SignInWays>;
  /** Display names for a user agent of at most 512 characters; empty when unknown. */
  readonly describeAgent: (userAgent: string) => { readonly browser: string; readonly os: string };
  readonly redirects: {
    /** The link stops redirecting here at once. */
    remove(linkId: string): void;
  };
  /** Limit of accounts that one network address may open. */
  readonly registrations: SharedRateLimit;
  /** Limit of reset links that one network address may request. */
  readonly requests: SharedRateLimit;
  /** Additional limit of reset links that a browser known to the account may request. */
  readonly deviceRequests: SharedRateLimit;
  /** Limit of returns from providers for one network address. */
  readonly returns: RateLimit;
  /**
   * Runs work after the response, one job after the other. Refuses `unavailable` when too many jobs
   * wait.
   */
  readonly defer: (work: () => Promise<void>) => void;
  /** Whether this instance accepts new accounts. */
  readonly isOpen: boolean;
  /** The application's public address, from the configuration and never from a request. */
  readonly appUrl: string;
  readonly ticketSeal: TicketSeal;
  readonly digest: Digest;
  /** A keyed hash: the same text gives the same key, and the key does not reveal the text. */
  readonly pseudonym: Digest;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
  readonly log: Log;
};

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
   * was deleted within a year, and this one is stored as `withoutTrial` says. Refuses `forbidden` for
   * a banned address.
   */
  add(user: User, passwordHash: string, welcome?: Welcome): Promise<AddedAccount | 'email_taken'>;
  /** The account of an address, compared without case. */
  findByEmail(email: string): Promise<FoundUser | null>;
  /**
   * Replaces a hash by another one of the same password, unless the password was changed meanwhile.
   */
  upgradeHash(userId: string, from: string, to: string): Promise<void>;
};

/** Storage of sessions, shared by all instances. */
export type Sessions = {
  /**
   * Stores a new session, and deletes expired ones and those of the account beyond the newest
   * `mostSessions`. With the hash that the password was checked against, it stores the session only
   * while the account still has that hash; otherwise it returns false and changes nothing. So a
   * sign-in that runs during a password change cannot use the old password. Refuses `forbidden` for a
   * banned person, however they sign in.
   */
  add(session: Session, passwordHash: string | null): Promise<boolean>;
  /**
   * The session and its person, also when expired; null when it never existed or was removed, and
   * while its person is banned.
   */
  find(sid: string): Promise<{ readonly session: Session; readonly user: User } | null>;
  /** Moves the end of a session; does nothing when it is gone. */
  extend(sid: string, expiresAt: Date): Promise<void>;
  /** Stores that the person has proven their identity; does nothing when the session is gone. */
  prove(sid: string, at: Date): Promise<void>;
  /** Ends a session; does nothing when it is gone. */
  remove(sid: string): Promise<void>;
  /** The newest `mostSessions` of the account, expired ones too, newest first. */
  of(userId: string): Promise<readonly Session[]>;
  /** Ends the account's session with this id, see `sessionIdOf`. Refuses `not_found`. */
  end(userId: string, sessionId: string): Promise<void>;
  /**
   * In one transaction: ends every session of the account except one, and makes every browser that
   * signed in before `at` count as unknown again.
   */
  removeOthers(userId: string, keptSid: string, at: Date): Promise<void>;
};

/** The history of accounts. */
export type RecentActivity = {
  /**
   * The newest events of the account, newest first. SQL statements, and events that anybody who
   * knows the address can cause, have separate limits, so that they do not push out all other
   * events.
   */
  newest(userId: string): Promise<readonly Activity[]>;
};

/**
 * The failures of the last 24 hours, shared by all instances. An attempt counts as failed from the
 * moment it is opened, so that concurrent attempts of one address cannot exceed a limit.
 */
export type LoginFailures = {
  /**
   * Opens an attempt, unless `pauseOf` its history is positive; then returns that pause. Refuses
   * `too_many_requests` when many attempts of the same address are being opened.
   */
  open(
    attempt: LoginAttempt,
    pauseOf: (history: FailureHistory) => number,
  ): Promise<{ readonly kind: 'open'; readonly id: string } | { kind: 'paused'; pauseMs: number }>;
  /** Removes an attempt that had no result. */
  withdraw(id: string): Promise<void>;
  /** The sign-in succeeded: deletes the failures of this address at this account. */
  forgive(pair: Pick<LoginAttempt, 'addressKey' | 'accountKey'>): Promise<void>;
  /** The account has a new password: deletes all failures at the account. */
  forgiveAccount(accountKey: string): Promise<void>;
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
   * too old. Refuses `forbidden` when the account or one of its addresses is banned: a change of the
   * address that waited for its link would otherwise end a ban by address.
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

/** Storage of resets, shared by all instances. */
export type PasswordResets = {
  /**
   * In one transaction: stores the reset, ends the older resets of its account and requester, and
   * queues the mail. Does nothing when there is no such account, when the account no longer has the
   * address of the mail, or when `limit` resets of the account were stored in the last hour, for
   * all requesters together (null: no limit). Concurrent calls cannot exceed the limit.
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

/** What people change about their own accounts. */
export type Profiles = {
  /** Renames the account; returns null when the account is gone. */
  rename(
    userId: string,
    name: { readonly firstName: string; readonly lastName: string },
  ): Promise<User | null>;
  /**
   * Replaces a password in one transaction. It ends all sessions of the account except one, which
   * then counts as recently proven. It ends pending resets and a pending change of address. Every
   * browser that signed in before counts as unknown again. It stores a notice and queues the
   * mail. Returns false and changes nothing when `from` is not, or no longer, the account's hash.
   */
  replacePassword(
    userId: string,
    change: {
      readonly from: string;
      readonly to: string;
      readonly keptSid: string;
      readonly at: Date;
      readonly mail: Mail;
    },
  ): Promise<boolean>;
  /**
   * Removes the account and everything stored about it. An account with many links loses most of
   * them first, in transactions of their own. The transaction that deletes a link requests the
   * erasure of all its events; the names of these links are never given again. A keyed hash of the
   * address stays for a year, so that the address gets no second trial. Returns the ids of the
   * links. Returns null when `passwordHash` is no longer the account's or the account is gone:
   * then the account stays.
   */
  remove(userId: string, passwordHash: string): Promise<readonly string[] | null>;
};
