import { foldEmail } from '#core/accounts/user';
import { invalid } from '#core/shared/refusal';
import list from './common-passwords.txt' with { type: 'text' };

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

/** The most used passwords of at least six characters, in lower case. */
const common: ReadonlySet<string> = new Set(list.split('\n'));

/** Words about this product that attackers try first, with any characters after them. */
const productWords = ['waypost', 'shortlink', 'shortlinks', 'linkshortener', 'urlshortener'];

/**
 * Whether attackers would try this lower-case password first: a very common one, one repeated
 * character, or the product's name with digits and signs around it.
 */
function isCommonPassword(folded: string): boolean {
  if (common.has(folded) || new Set(folded).size === 1) return true;
  return productWords.includes(folded.replaceAll(/[^a-z]/g, ''));
}
