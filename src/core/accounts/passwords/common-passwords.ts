import list from './common-passwords.txt' with { type: 'text' };

/** The most used passwords of at least six characters, in lower case. */
const common: ReadonlySet<string> = new Set(list.split('\n'));

/** Words about this product that attackers try first, with any characters after them. */
const productWords = ['waypost', 'shortlink', 'shortlinks', 'linkshortener', 'urlshortener'];

/**
 * Whether attackers would try this lower-case password first: a very common one, one repeated
 * character, or the product's name with digits and signs around it.
 */
export function isCommonPassword(folded: string): boolean {
  if (common.has(folded) || new Set(folded).size === 1) return true;
  return productWords.includes(folded.replaceAll(/[^a-z]/g, ''));
}
