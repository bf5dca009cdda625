import { localDay, rangeSince } from '#web/features/address/ranges.ts';
import { counted, moneyIn, wholeNumber } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import type { NoticeLine } from './group-notices.ts';

/** The text of a notice. */
export function noticeTitle({ kind, count }: NoticeLine): string {
  const number = count ?? 0;
  switch (kind) {
    case 'trial_ending':
      return `Your trial ends in ${counted(number, 'day')}`;
    case 'first_click':
      return 'First click';
    case 'click_milestone':
      return `${wholeNumber(number)} clicks`;
    case 'conversions':
      return number === 1 ? 'New conversion' : `${wholeNumber(number)} new conversions`;
    case 'link_expired':
      return 'Link expired';
    case 'password_changed':
      return 'Your password was changed';
    case 'broken_destinations':
      return number === 1
        ? 'A destination is broken'
        : `${wholeNumber(number)} links lead to broken destinations`;
  }
}

/** The second line of a notice: amounts, or what follows. Empty for none. */
export function noticeDetail({ kind, count, amounts }: NoticeLine): string {
  if (kind === 'trial_ending') return 'Your links keep redirecting even if you do not subscribe.';
  if (kind === 'password_changed') return 'All other sessions were signed out.';
  if (kind === 'broken_destinations') {
    return `${count === 1 ? 'It' : 'They'} failed three checks in a row.`;
  }
  const worth = amounts.map(({ currency, cents }) => moneyIn(cents, currency));
  return worth.join(' · ');
}

/** The related screen, or null. Conversions are shown in a range that has the notice's day. */
export function noticePath(
  { kind, link, happenedAt }: NoticeLine,
  now = new Date(),
): string | null {
  switch (kind) {
    case 'trial_ending':
      return paths.subscribe;
    case 'first_click':
    case 'click_milestone':
      return link && paths.analyticsOf(link.id);
    case 'conversions':
      return paths.conversionsIn(rangeSince(localDay(new Date(happenedAt)), now), link?.id);
    case 'link_expired':
      return link ? paths.linkOf(link.id) : paths.links;
    case 'password_changed':
      return paths.security;
    case 'broken_destinations':
      return link ? paths.linkOf(link.id) : paths.brokenLinks;
  }
}
