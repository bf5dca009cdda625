import { idTimeMs } from '#core/shared/ids';
import { dayMs } from '#core/shared/time';
import { attributionWindowDays, type NamedClick } from './conversion.ts';

/** A click that a signed click id names, and the number of the link that was clicked. */
export type SignedClick = NamedClick & { readonly linkNumber: number };

/**
 * The click, when it may be given the credit for a conversion of this link at this instant: when it
 * was a click on that link, and within the window. Null otherwise, as when there is none.
 */
export function creditedClick(
  signed: SignedClick | null,
  linkNumber: number,
  atMs: number,
): NamedClick | null {
  if (signed === null || signed.linkNumber !== linkNumber) return null;
  const { clickId, variant } = signed;
  const isTooOld = atMs - idTimeMs(clickId) > attributionWindowDays * dayMs;
  return isTooOld ? null : { clickId, variant };
}
