import { idTimeMs } from '#core/shared/ids';
import { dayMs } from '#core/shared/time';
import { attributionWindowDays, type NamedClick } from './conversion.ts';

/** A click named by a signed click id, and the number of its link. */
export type SignedClick = NamedClick & { readonly linkNumber: number };

/**
 * The click, if it may get the credit for a conversion of this link at this time: it must be on
 * that link, and within the window. Otherwise null.
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
