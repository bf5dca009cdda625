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

/**
 * Where a signed-in person's request comes from: a network address, and the token of their session.
 */
export type Origin = { readonly address: string; readonly token: string };

/** A signed-in person who types their password again. */
export type Claim = Origin & {
  readonly user: User;
  readonly password: string;
  /** The field that the refusal is about. */
  readonly path: string;
};

/**
 * Checks that a signed-in person knows their password, and returns its hash. Failures count per
 * session. So nobody can use an open session to guess the password, and guesses of strangers do not
 * lock out a person who is signed in. Refuses `invalid` and `too_many_requests`.
 */
export function provePassword(ports: ProvePasswordPorts) {
  const { users, passwords, digest } = ports;
  const open = openAttempt(ports);

  return async ({ user, password, address, token, path }: Claim): Promise<string> => {
    const known = { as: 'session', id: digest(token) } as const;
    const attempt = await open({ email: user.email, address, known });
    const hash = (await users.findByEmail(user.email))?.passwordHash ?? null;
    const isRight = await passwords
      .verify(password, hash, [user.id])
      .catch(async (error: unknown) => {
        await attempt.withdraw();
        throw error;
      });
    if (hash === null || !isRight) throw wrongPassword(path);

    await attempt.forgive();
    return hash;
  };
}

/** The refusal for a password that is wrong, or was changed meanwhile. */
export function wrongPassword(path: string) {
  return invalid({ path, message: 'Current password is incorrect' });
}
