import { idTimeMs } from '#core/shared/ids';
import { dayMs, minuteMs } from '#core/shared/time';
import type { ClickIds } from '#core/redirect/click-id';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { AttemptReason } from './reports/attempt.ts';
import { attributionWindowDays, type NamedClick } from './conversion.ts';
import type { ReportedLinks } from './ports.ts';

/** The link of a report: the one that it names, else the one in its click id. */
export function linkOfReport(
  { links, clickIds }: { links: ReportedLinks; clickIds: Pick<ClickIds, 'read'> },
  { name, cid }: { readonly name: string; readonly cid: string },
): RoutedLink | undefined {
  if (name !== '') return links.find(name);
  const signed = clickIds.read(cid);
  return signed === null ? undefined : links.findByNumber(signed.linkNumber);
}

/** The click that gets the credit, or why the click id gives no credit. */
export function judgeClick(
  clickIds: Pick<ClickIds, 'read'>,
  cid: string,
  { link, atMs }: { readonly link: RoutedLink; readonly atMs: number },
): { readonly click: NamedClick | null; readonly reason: AttemptReason } {
  if (cid === '') return { click: null, reason: 'none' };
  const signed = clickIds.read(cid);
  if (signed === null) return { click: null, reason: 'cid_unreadable' };
  const click = creditedClick(signed, link.number, atMs);
  if (click !== null) return { click, reason: 'none' };
  const isElsewhere = signed.linkNumber !== link.number;
  return { click, reason: isElsewhere ? 'cid_elsewhere' : 'cid_too_old' };
}

/** A click named by a signed click id, and the number of its link. */
export type SignedClick = NamedClick & { readonly linkNumber: number };

/** How much the clocks of two machines may differ. */
export const clockDifferenceMs = 5 * minuteMs;

/**
 * The click, if it may get the credit for a conversion of this link at this time: it must be on
 * that link, before the conversion, and within the window. Otherwise null.
 */
export function creditedClick(
  signed: SignedClick | null,
  linkNumber: number,
  atMs: number,
): NamedClick | null {
  if (signed === null || signed.linkNumber !== linkNumber) return null;
  const { clickId, variant } = signed;
  const ageMs = atMs - idTimeMs(clickId);
  const isWithin = ageMs >= -clockDifferenceMs && ageMs <= attributionWindowDays * dayMs;
  return isWithin ? { clickId, variant } : null;
}
