import { aliasPattern, linkComplaints, longestAlias, tooLong } from '#contract/links/link-limits';
import type { IsReserved } from './reserved-words.ts';

/** The result of reading an owner's input for an alias. */
export type ReadAlias =
  | { readonly kind: 'none' }
  | { readonly kind: 'alias'; readonly alias: string }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Blank or null means none; otherwise 1 to 50 letters, digits, hyphens and underscores, not
 * reserved.
 */
export function readAlias(input: string | null, isReserved: IsReserved): ReadAlias {
  if (input === null || input.trim() === '') return { kind: 'none' };
  if (input.length > longestAlias) {
    return { kind: 'refused', message: tooLong(longestAlias) };
  }
  if (isReserved(input)) {
    return { kind: 'refused', message: 'This alias is not available' };
  }
  if (!aliasPattern.test(input)) {
    return { kind: 'refused', message: linkComplaints.alias };
  }
  return { kind: 'alias', alias: input };
}

/** The form in which names are unique: two names with the same folded form are one name. */
export function foldName(name: string): string {
  return name.toLowerCase();
}
