import type { ActiveSession } from '#contract/accounts/sign-in';
import type { AccountPorts, Sessions } from '#core/accounts/ports';
import type { User } from '#core/accounts/user';
import type { RandomBytes } from '#core/shared/ids';
import { Refusal } from '#core/shared/refusal';
import { dayMs, minuteMs } from '#core/shared/time';

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

/** How long a proof of identity counts as recent. */
const recentMs = 10 * minuteMs;

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

type SessionPorts = Pick<AccountPorts, 'sessions' | 'digest' | 'clock'>;

/**
 * Returns the person of a session token and extends the session; null when the token is not valid.
 */
export async function currentUser(
  { sessions, digest, clock }: SessionPorts,
  token: string,
): Promise<User | null> {
  const found = await sessions.find(digest(token));
  const nowMs = clock.now();
  if (found === null || isOver(found.session, nowMs)) return null;

  const end = renewedEnd(found.session, nowMs);
  if (end !== null) await sessions.extend(found.session.sid, end);
  return found.user;
}

/** Ends the session of a token; does nothing without one. */
export async function endSession(
  {
    sessions,
    digest,
  }: Pick<AccountPorts, 'digest'> & {
    readonly sessions: Pick<Sessions, 'remove'>;
  },
  token: string | null,
): Promise<void> {
  if (token !== null) await sessions.remove(digest(token));
}

/** What finds the session of a token. */
export type FindSession = Pick<AccountPorts, 'digest' | 'clock'> & {
  readonly sessions: Pick<Sessions, 'find'>;
};

/**
 * Checks that the person behind a session has proven their identity recently, so that an abandoned
 * or stolen session cannot take over the account. Refuses `reauth_required`.
 */
export async function requireRecentProof(
  { sessions, digest, clock }: FindSession,
  token: string,
): Promise<void> {
  const found = await sessions.find(digest(token));
  const provenMs = found?.session.provenAt.getTime() ?? 0;
  if (clock.now() - provenMs < recentMs) return;
  throw new Refusal('reauth_required', 'Please enter your password to continue');
}

/** A person, and the token of the requesting session. */
type Requester = { readonly id: string; readonly token: string };

/** A person's sessions, newest first. */
export async function listSessions(
  { sessions, describeAgent, digest, clock }: SessionPorts & Pick<AccountPorts, 'describeAgent'>,
  { id: userId, token }: Requester,
): Promise<readonly ActiveSession[]> {
  const nowMs = clock.now();
  const own = digest(token);
  const living = (await sessions.of(userId)).filter((session) => !isOver(session, nowMs));
  return living.map(({ sid, createdAt, expiresAt, userAgent }) => {
    const { browser, os } = describeAgent(userAgent);
    return { id: sessionIdOf(sid), isCurrent: sid === own, browser, os, createdAt, expiresAt };
  });
}

/** Ends every session of a person except the requesting one. */
export function endOtherSessions(
  { sessions, digest, clock }: SessionPorts,
  { id: userId, token }: Requester,
): Promise<void> {
  return sessions.removeOthers(userId, digest(token), new Date(clock.now()));
}
