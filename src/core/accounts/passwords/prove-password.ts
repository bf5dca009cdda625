import { invalid } from '#core/shared/refusal';
import { openAttempt, type OpenAttemptPorts } from '#core/accounts/sign-in/guessing/open-attempt';
import type { Passwords } from './passwords.ts';
import type { Digest } from '#core/accounts/sign-in/session';
import type { User } from '#core/accounts/user';
import type { Users } from '#core/accounts/users';

export type ProvePasswordPorts = OpenAttemptPorts & {
  readonly users: Pick<Users, 'findByEmail'>;
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly digest: Digest;
};

/** Where somebody signed in asks from: a network address, and the token of their session. */
export type Origin = { readonly address: string; readonly token: string };

/** Somebody signed in who says their password again. */
export type Claim = Origin & {
  readonly user: User;
  readonly password: string;
  /** The field that the refusal is about. */
  readonly path: string;
};

/**
 * Holds that a signed-in person knows their password, and answers its hash. Failures are counted
 * for the session, so that a session that was found open does not serve to guess, and guesses of
 * strangers keep nobody out who is signed in. Refuses `invalid` and `too_many_requests`.
 */
export function provePassword(ports: ProvePasswordPorts) {
  const { users, passwords, digest } = ports;
  const open = openAttempt(ports);

  return async ({ user, password, address, token, path }: Claim): Promise<string> => {
    const known = { as: 'session', id: digest(token) } as const;
    const attempt = await open({ email: user.email, address, known });
    const hash = (await users.findByEmail(user.email))?.passwordHash ?? null;
    const isRight = await passwords.verify(password, hash).catch(async (error: unknown) => {
      await attempt.withdraw();
      throw error;
    });
    if (hash === null || !isRight) throw wrongPassword(path);

    await attempt.forgive();
    return hash;
  };
}

/** What was said is not the password, or not any more. */
export function wrongPassword(path: string) {
  return invalid({ path, message: 'Current password is incorrect' });
}
