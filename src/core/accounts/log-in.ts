import { Refusal } from '#core/shared/refusal';
import type { RandomBytes } from '#core/shared/ids';
import { secondMs, type Clock } from '#core/shared/time';
import { pauseMs, type FailureHistory } from './login-throttle.ts';
import type { Passwords } from './passwords.ts';
import { newSession, type Digest, type Sessions } from './session.ts';
import { foldEmail, type User } from './user.ts';
import type { Users } from './users.ts';

/** One try to sign in, under the keyed hashes of where it comes from and whom it is about. */
export type LoginAttempt = {
  readonly addressKey: string;
  readonly accountKey: string;
  readonly atMs: number;
};

/**
 * The failures of the last day, shared by all instances. An attempt counts as failed from the
 * moment it is opened, so that attempts side by side cannot get past the limit together.
 */
export type LoginFailures = {
  /** Opens an attempt, unless `pauseOf` its history is positive: then answers that pause. */
  open(
    attempt: LoginAttempt,
    pauseOf: (history: FailureHistory) => number,
  ): Promise<{ readonly kind: 'open'; readonly id: string } | { kind: 'paused'; pauseMs: number }>;
  /** Takes back an attempt that was never decided. */
  withdraw(id: string): Promise<void>;
  /** The person came in: forgets what failed for the account. */
  forgive(accountKey: string): Promise<void>;
};

export type LogInPorts = {
  readonly users: Pick<Users, 'findByEmail' | 'upgradeHash'>;
  readonly sessions: Pick<Sessions, 'add' | 'remove'>;
  readonly failures: LoginFailures;
  readonly passwords: Passwords;
  /** A keyed hash: the same text gives the same key, and the key gives nothing back. */
  readonly pseudonym: Digest;
  readonly digest: Digest;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

export type Credentials = { readonly email: string; readonly password: string };

/** Where an attempt comes from: a network address, and the session token it already carries. */
export type Visitor = {
  readonly address: string;
  readonly token: string | null;
  /** As the browser names itself; empty when it does not. */
  readonly userAgent: string;
};

/** Somebody who has just proven who they are, and the token of their new session. */
export type SignedIn = { readonly user: User; readonly token: string };

/**
 * Signs in with e-mail address and password. Unknown addresses, wrong passwords and accounts
 * without one are refused alike (`invalid_credentials`), in words and in work. Too many failures:
 * `too_many_requests`, whether or not the password is right. A session that the visitor already
 * had ends.
 */
export type LogIn = (credentials: Credentials, visitor: Visitor) => Promise<SignedIn>;

export function logIn(ports: LogInPorts): LogIn {
  const { sessions, failures, pseudonym, digest, clock } = ports;

  return async ({ email, password }, { address, token: previousToken, userAgent }) => {
    const attempt = {
      addressKey: pseudonym(`address ${address}`),
      accountKey: pseudonym(`account ${foldEmail(email)}`),
      atMs: clock.now(),
    };
    const attemptId = await openAttempt(failures, attempt);
    const claim = { email, password, attemptId };
    const enter = async ({ user, hash }: Proven): Promise<SignedIn | null> => {
      const { session, token } = newSession(ports, { userId: user.id, userAgent }, attempt.atMs);
      return (await sessions.add(session, hash)) ? { user, token } : null;
    };
    // A hash that was replaced meanwhile may be of the same password, only stronger: look again.
    const signedIn =
      (await enter(await proven(ports, claim))) ?? (await enter(await proven(ports, claim)));
    if (signedIn === null) throw notProven();

    await failures.forgive(attempt.accountKey);
    if (previousToken !== null) await sessions.remove(digest(previousToken));
    return signedIn;
  };
}

/** Opens an attempt and answers its id. Refuses `too_many_requests` while there is a pause. */
export async function openAttempt(failures: LoginFailures, attempt: LoginAttempt): Promise<string> {
  const opened = await failures.open(attempt, (history) => pauseMs(history, attempt.atMs));
  if (opened.kind === 'open') return opened.id;

  const retryAfterSeconds = Math.ceil(opened.pauseMs / secondMs);
  const message = 'Too many failed attempts. Please wait a moment and try again.';
  throw new Refusal('too_many_requests', message, { retryAfterSeconds });
}

type Proven = { readonly user: User; readonly hash: string };

/** Whose password it is, and the hash that the account has for it now. */
async function proven(
  { users, failures, passwords }: LogInPorts,
  { email, password, attemptId }: Credentials & { attemptId: string },
): Promise<Proven> {
  const found = await users.findByEmail(email);
  const hash = found?.passwordHash ?? null;
  const isRight = await passwords.verify(password, hash).catch(async (error: unknown) => {
    await failures.withdraw(attemptId);
    throw error;
  });
  if (found === null || hash === null || !isRight) throw notProven();
  if (!passwords.isOutdated(hash)) return { user: found.user, hash };

  const stronger = await passwords.hash(password);
  await users.upgradeHash(found.user.id, hash, stronger);
  return { user: found.user, hash: stronger };
}

function notProven(): Refusal {
  return new Refusal('invalid_credentials', 'Invalid email or password');
}
