import { dayMs } from '#core/shared/time';
import type { RandomBytes } from '#core/shared/ids';
import type { User } from '#core/accounts/user';

/** A session ends when it has not been used for this long. */
const idleMs = 30 * dayMs;
/** A session ends at this age, however often it is used. */
export const longestSessionMs = 90 * dayMs;
/** Using a session moves its end at most this often, so that most requests write nothing. */
const renewEveryMs = dayMs;

/** Sessions of one account; a sign-in beyond this ends the oldest. */
export const mostSessions = 100;

const tokenBytes = 32;
const longestUserAgent = 512;

/**
 * A stored session. `sid` is the SHA-256 of its token in hexadecimal; the token itself is not
 * stored.
 */
export type Session = {
  readonly sid: string;
  readonly userId: string;
  /** The browser's user agent at sign-in; empty when unknown. */
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** When the person last proved their identity: by signing in, or by typing the password again. */
  readonly provenAt: Date;
};

/** Storage of sessions, shared by all instances. */
export type Sessions = {
  /**
   * Stores a new session, and deletes expired ones and those of the account beyond the newest
   * `mostSessions`. With the hash that the password was checked against, it stores the session only
   * while the account still has that hash; otherwise it returns false and changes nothing. So a sign-in that runs during a password change cannot use the old
   * password.
   */
  add(session: Session, passwordHash: string | null): Promise<boolean>;
  /** The session and its person, also when expired; null when it never existed or was removed. */
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

/** Half of the digest is enough to distinguish sessions, and it is not the key in the database. */
export const sessionIdLength = 32;

/** What identifies a session to its owner. It cannot be used to sign in. */
export function sessionIdOf(sid: string): string {
  return sid.slice(0, sessionIdLength);
}

/** SHA-256 of a text in lower-case hexadecimal. */
export type Digest = (text: string) => string;

/** Makes a new session and its token of 256 bits. The token is stored nowhere. */
export function newSession(
  { randomBytes, digest }: { randomBytes: RandomBytes; digest: Digest },
  { userId, userAgent }: Pick<Session, 'userId' | 'userAgent'>,
  nowMs: number,
): { readonly session: Session; readonly token: string } {
  const token = randomBytes(tokenBytes).toBase64({ alphabet: 'base64url', omitPadding: true });
  const session = {
    sid: digest(token),
    userId,
    userAgent: userAgent.slice(0, longestUserAgent),
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + idleMs),
    provenAt: new Date(nowMs),
  };
  return { session, token };
}

/** Whether a session is no longer valid. */
export function isOver(session: Session, nowMs: number): boolean {
  return nowMs >= session.expiresAt.getTime();
}

/**
 * The later end that using the session now gives it; null when the difference does not justify a
 * write.
 */
export function renewedEnd(session: Session, nowMs: number): Date | null {
  const end = Math.min(nowMs + idleMs, session.createdAt.getTime() + longestSessionMs);
  return end - session.expiresAt.getTime() >= renewEveryMs ? new Date(end) : null;
}
