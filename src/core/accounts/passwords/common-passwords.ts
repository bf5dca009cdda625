import list from './common-passwords.txt' with { type: 'text' };

/** The most used passwords of at least six characters, in lower case. */
const common: ReadonlySet<string> = new Set(list.split('\n'));

/** Words that everybody who guesses at this product tries first, with anything behind them. */
const productWords = ['waypost', 'shortlink', 'shortlinks', 'linkshortener', 'urlshortener'];

/**
 * Whether a password, in lower case, is among the first that are tried: one that many people use,
 * one character again and again, or the product's name with digits and signs around it.
 */
export function isCommonPassword(folded: string): boolean {
  if (common.has(folded) || new Set(folded).size === 1) return true;
  return productWords.includes(folded.replaceAll(/[^a-z]/g, ''));
}
