import { invalid } from '#core/shared/refusal';
import { isCommonPassword } from './common-passwords.ts';
import { foldEmail } from '#core/accounts/user';

/**
 * Refuses a new password that attackers would guess early for this address. `path` is its field.
 */
export function refuseGuessable(password: string, email: string, path = 'password'): void {
  const folded = password.toLowerCase();
  const ownEmail = foldEmail(email);
  const isOwnEmail = folded === ownEmail || folded === ownEmail.split('@', 1)[0];

  if (isOwnEmail || isCommonPassword(folded)) {
    const message = 'This password is too easy to guess. Please choose another one.';
    throw invalid({ path, message });
  }
}
