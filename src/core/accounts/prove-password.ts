import { invalid } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { type LoginFailures, openAttempt } from './log-in.ts';
import type { Passwords } from './passwords.ts';
import type { Digest } from './session.ts';
import { foldEmail, type User } from './user.ts';
import type { Users } from './users.ts';

export type ProvePasswordPorts = {
  readonly users: Pick<Users, 'findByEmail'>;
  readonly failures: LoginFailures;
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly pseudonym: Digest;
  readonly clock: Clock;
};

/** Somebody signed in who says their password again. */
export type Claim = {
  readonly user: User;
  readonly password: string;
  /** The network address that the claim comes from. */
  readonly address: string;
  /** The field that the refusal is about. */
  readonly path: string;
};

/**
 * Holds that a signed-in person knows their password, and answers its hash. Whoever found an open
 * session guesses no faster here than at the door: failures count with those of signing in. Refuses
 * `invalid` and `too_many_requests`.
 */
export function provePassword(ports: ProvePasswordPorts) {
  const { users, failures, passwords, pseudonym, clock } = ports;

  return async ({ user, password, address, path }: Claim): Promise<string> => {
    const accountKey = pseudonym(`account ${foldEmail(user.email)}`);
    const addressKey = pseudonym(`address ${address}`);
    const attemptId = await openAttempt(failures, { addressKey, accountKey, atMs: clock.now() });
    const hash = (await users.findByEmail(user.email))?.passwordHash ?? null;
    const isRight = await passwords.verify(password, hash).catch(async (error: unknown) => {
      await failures.withdraw(attemptId);
      throw error;
    });
    if (hash === null || !isRight) throw wrongPassword(path);

    await failures.forgive(accountKey);
    return hash;
  };
}

/** What was said is not the password, or not any more. */
export function wrongPassword(path: string) {
  return invalid({ path, message: 'Current password is incorrect' });
}
