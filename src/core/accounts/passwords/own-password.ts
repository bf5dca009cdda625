import type { AccountPorts } from '#core/accounts/ports';
import { passwordChangedMail } from '#core/accounts/mails';
import { openAttempt } from '#core/accounts/sign-in/guessing/open-attempt';
import type { User } from '#core/accounts/user';
import { invalid } from '#core/shared/refusal';
import { refuseGuessable } from './password-rules.ts';

/**
 * A signed-in person who types their password again: from which network address, and with the token
 * of which session.
 */
export type Claimant = { readonly user: User; readonly address: string; readonly token: string };

/** The password as typed, and the field that a refusal is about. */
type Typed = { readonly password: string; readonly path: string };

/**
 * Checks that a signed-in person knows their password, and returns its hash. Failures count per
 * session. So nobody can use an open session to guess the password, and guesses of strangers do not
 * lock out a person who is signed in. Refuses `invalid` and `too_many_requests`.
 */
async function provePassword(
  ports: AccountPorts,
  { user, address, token }: Claimant,
  { password, path }: Typed,
): Promise<string> {
  const { users, passwords, digest } = ports;
  const known = { as: 'session', id: digest(token) } as const;
  const attempt = await openAttempt(ports, { email: user.email, address, known });
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
}

/** The refusal for a password that is wrong, or was changed meanwhile. */
function wrongPassword(path: string) {
  return invalid({ path, message: 'Current password is incorrect' });
}

/**
 * Records that a signed-in person has typed their password again. Refuses `invalid` for a wrong one
 * and `too_many_requests`.
 */
export async function reauthenticate(
  ports: AccountPorts,
  claimant: Claimant,
  password: string,
): Promise<void> {
  await provePassword(ports, claimant, { password, path: 'password' });
  await ports.sessions.prove(ports.digest(claimant.token), new Date(ports.clock.now()));
}

type NewPassword = { readonly currentPassword: string; readonly newPassword: string };

/**
 * Changes the password of a signed-in person, ends all their other sessions and mails them.
 * Refuses `invalid` when the current password is wrong or the new one is easily guessed, and
 * `too_many_requests`.
 */
export async function changePassword(
  ports: AccountPorts,
  claimant: Claimant,
  { currentPassword, newPassword }: NewPassword,
): Promise<void> {
  const { user, token } = claimant;
  const path = 'currentPassword';
  refuseGuessable(newPassword, user.email, 'newPassword');
  const from = await provePassword(ports, claimant, { password: currentPassword, path });

  const to = await ports.passwords.hash(newPassword, [user.id]);
  const at = new Date(ports.clock.now());
  const keys = await ports.keys.of(user.id);
  const mail = passwordChangedMail(ports, user, { at, keys });
  const change = { from, to, keptSid: ports.digest(token), at, mail };
  if (!(await ports.profiles.replacePassword(user.id, change))) throw wrongPassword(path);
}

/**
 * Deletes the account of a person who types their password again, at once and permanently. Refuses
 * `invalid` for a wrong password and `too_many_requests`.
 */
export async function deleteAccount(
  ports: AccountPorts,
  claimant: Claimant,
  password: string,
): Promise<void> {
  const path = 'password';
  const hash = await provePassword(ports, claimant, { password, path });
  const linkIds = await ports.profiles.remove(claimant.user.id, hash);
  if (linkIds === null) throw wrongPassword(path);

  linkIds.forEach((linkId) => ports.redirects.remove(linkId));
}
