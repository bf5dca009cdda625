/** The person whom a mail greets. */
export type Reader = {
  /** As typed. */
  readonly firstName: string;
  /** Whether this person has proven that they own the mail's address. */
  readonly verified: boolean;
};

/** Unicode code points. */
const longestName = 50;

/**
 * Line ends, other control characters, angle brackets, and a blank that Unicode classes as a
 * symbol.
 */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}<>\u2800]/gu;
/** Characters that change the direction of text, have no width, or have no agreed meaning. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\p{Cs}]/gu;
/**
 * Text that mail programs turn into a link: a scheme, a path, an e-mail address, or a dot (also an
 * ideographic one, UTS #46) directly before two characters of a domain, or before a digit.
 */
const address = /[@:/\\]|[.。](?:[\p{L}\p{M}\p{N}-]{2}|\p{N})/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A person's name as a mail may show it: at most 50 characters on one line, without invisible
 * characters, and without words that contain a web or e-mail address. Null when no letter is left.
 * Without this, a stranger could send text to other people's addresses as a typed name.
 */
export function mailName(typed: string): string | null {
  const words = typed.replace(breaks, ' ').replace(unseen, '').normalize('NFC').split(/\s+/u);
  const harmless = words.filter((word) => !address.test(word.normalize('NFKC')));
  const name = shortened(harmless.join(' ').trim());
  return /\p{L}/u.test(name) ? name : null;
}

/** The first line of a mail. It contains a name only when the address is proven. */
export function greetingOf({ firstName, verified }: Reader): string {
  const name = verified ? mailName(firstName) : null;
  return name === null ? greetingWithoutName : `Hello ${name},`;
}

/** The first line of a mail to an address that is not proven to be the reader's. */
export const greetingWithoutName = 'Hello,';

/** Cuts between whole visible characters, which may have several code points. */
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
