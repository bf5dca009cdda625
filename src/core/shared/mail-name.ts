/** The person that a mail greets. */
export type Reader = {
  /** As it was typed. */
  readonly firstName: string;
  /** The address that the mail goes to is proven to be this person's. */
  readonly verified: boolean;
};

/** Unicode code points. */
const longestName = 50;

/** Line ends, other control characters, angle brackets, and a blank that counts as a sign. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}<>\u2800]/gu;
/** What changes the direction of text, has no width, or has no meaning agreed on. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\p{Cs}]/gu;
/**
 * What mail programs make a link of: a scheme, a path, an e-mail address, or a dot (also an
 * ideographic one, UTS #46) directly before two characters of a domain, or before a digit.
 */
const address = /[@:/\\]|[.。](?:[\p{L}\p{M}\p{N}-]{2}|\p{N})/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A person's name as a mail may show it: at most 50 characters on one line, without invisible
 * characters, and without the words that hold a web or e-mail address. Null when no letter is left.
 * Strangers can have mails sent to anybody in the name that they typed.
 */
export function mailName(typed: string): string | null {
  const words = typed.replace(breaks, ' ').replace(unseen, '').normalize('NFC').split(/\s+/u);
  const harmless = words.filter((word) => !address.test(word.normalize('NFKC')));
  const name = shortened(harmless.join(' ').trim());
  return /\p{L}/u.test(name) ? name : null;
}

/** The first line of a mail. Nobody is greeted by name at an address that is not proven. */
export function greetingOf({ firstName, verified }: Reader): string {
  const name = verified ? mailName(firstName) : null;
  return name === null ? greetingWithoutName : `Hello ${name},`;
}

/** The first line of a mail to an address that is not proven to be the reader's. */
export const greetingWithoutName = 'Hello,';

/** Whole characters, as people see them, of which one may be several code points. */
function shortened(name: string): string {
  let kept = '';
  let length = 0;
  for (const { segment } of graphemes.segment(name)) {
    length += [...segment].length;
    if (length > longestName) break;
    kept += segment;
  }
  return kept.trim();
}
