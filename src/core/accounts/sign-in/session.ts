import { dayMs } from '#core/shared/time';
import type { RandomBytes } from '#core/shared/ids';
import type { User } from '#core/accounts/user';

/** A session ends when it has not been used for this long … */
const idleMs = 30 * dayMs;
/** … and at this age in any case. */
export const longestSessionMs = 90 * dayMs;
/** Its end is moved at most this often, so that reading pages does not write. */
const renewEveryMs = dayMs;

const tokenBytes = 32;
const longestUserAgent = 512;

/** What is kept of a session. `sid` is the SHA-256 of its token in hexadecimal, never the token. */
export type Session = {
  readonly sid: string;
  readonly userId: string;
  /** The browser as it named itself at the beginning; empty when unknown. */
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** When the person behind it last proved who they are: by signing in, or by saying it again. */
  readonly provenAt: Date;
};

/** Where sessions are kept, shared by all instances. */
export type Sessions = {
  /**
   * Keeps a new session; forgets expired ones by the way. With the hash that a password was proven
   * against, only while it is still the account's: else false, and nothing happens, so that whoever
   * signs in while the password changes does not get past the change.
   */
  add(session: Session, passwordHash: string | null): Promise<boolean>;
  /** The session and its person, expired or not; null when it never was or has been removed. */
  find(sid: string): Promise<{ readonly session: Session; readonly user: User } | null>;
  /** Moves the end of a session; does nothing when it is gone. */
  extend(sid: string, expiresAt: Date): Promise<void>;
  /** Notes that the person behind a session has proven who they are; nothing when it is gone. */
  prove(sid: string, at: Date): Promise<void>;
  /** Ends a session; does nothing when it is gone. */
  remove(sid: string): Promise<void>;
};

/** SHA-256 of a text in lower-case hexadecimal. */
export type Digest = (text: string) => string;

/** A new session and the 256-bit token that opens it: the only place where the token exists. */
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

/** Whether a session opens nothing any more. */
export function isOver(session: Session, nowMs: number): boolean {
  return nowMs >= session.expiresAt.getTime();
}

/** The later end that using the session now gives it; null when moving it is not worth a write. */
export function renewedEnd(session: Session, nowMs: number): Date | null {
  const end = Math.min(nowMs + idleMs, session.createdAt.getTime() + longestSessionMs);
  return end - session.expiresAt.getTime() >= renewEveryMs ? new Date(end) : null;
}
