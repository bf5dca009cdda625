import type { NewId } from '#core/shared/ids';
import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { guessedAccount, type LoginFailures } from '#core/accounts/sign-in/guessing/open-attempt';
import { passwordChangedMail } from './password-mails.ts';
import type { ApiKeys } from '#core/accounts/ports';
import type { PasswordResets } from './password-reset.ts';
import { refuseGuessable } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import type { Digest } from '#core/accounts/sign-in/session';

export type ResetPasswordPorts = {
  readonly resets: Pick<PasswordResets, 'find' | 'use'>;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly keys: Pick<ApiKeys, 'of'>;
  readonly failures: Pick<LoginFailures, 'forgiveAccount'>;
  /** The same keyed hash as `openAttempt` uses. */
  readonly pseudonym: Digest;
  /** The application's public address, from the configuration. */
  readonly appUrl: string;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly clock: Clock;
};

/**
 * Sets a new password with the token of a mailed link; the token then becomes invalid. Ends every
 * session, removes the counted failures of the old password and mails the person. Returns
 * the id of the account. Refuses `invalid_link`, and `invalid` for a password that is easily
 * guessed, after which the link stays valid.
 */
export type ResetPassword = (token: string, newPassword: string) => Promise<string>;

export function resetPassword(ports: ResetPasswordPorts): ResetPassword {
  const { resets, passwords, failures, pseudonym, digest, clock } = ports;

  return async (token, newPassword) => {
    const tokenDigest = digest(token);
    const user = await resets.find(tokenDigest, new Date(clock.now()));
    if (user === null) throw invalidLink();
    refuseGuessable(newPassword, user.email, 'newPassword');

    const passwordHash = await passwords.hash(newPassword, [user.id]);
    const at = new Date(clock.now());
    // The reset removes the keys of an account whose address nobody had proven.
    const keys = user.verified ? await ports.keys.of(user.id) : [];
    const mail = passwordChangedMail(ports, user, { at, cause: tokenDigest, keys });
    if (!(await resets.use({ tokenDigest, passwordHash, at, mail }))) throw invalidLink();
    await failures.forgiveAccount(guessedAccount(pseudonym, user.email));
    return user.id;
  };
}

function invalidLink(): Refusal {
  return new Refusal('invalid_link', 'This reset link is invalid or has expired');
}
