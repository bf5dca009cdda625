import type { Notice } from '#web/api.ts';
import { moneyIn, wholeNumber, withoutScheme } from '#web/format.ts';
import { paths } from '#web/paths.ts';

/** What a notice says. */
export function noticeTitle({ kind, count }: Notice): string {
  const number = count ?? 0;
  switch (kind) {
    case 'trial_ending':
      return number === 1 ? 'Your trial ends in 1 day' : `Your trial ends in ${number} days`;
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
  }
}

/** What it says beside: the link and what came in, or what to make of it. */
export function noticeDetail({ kind, link, amounts }: Notice): string {
  if (kind === 'trial_ending') return 'Your links go on redirecting whatever you decide.';
  if (kind === 'password_changed') return 'Every other session was signed out.';
  const worth = amounts.map(({ currency, cents }) => moneyIn(cents, currency));
  return [link ? withoutScheme(link.shortUrl) : '', ...worth].filter(Boolean).join(' · ');
}

/** The screen that shows more; null when none does. */
export function noticePath({ kind, link }: Notice): string | null {
  switch (kind) {
    case 'trial_ending':
      return paths.subscribe;
    case 'first_click':
    case 'click_milestone':
      return link && paths.analyticsOf(link.id);
    case 'conversions':
      return paths.conversionsIn('7d', link?.id);
    case 'link_expired':
      return paths.links;
    case 'password_changed':
      return paths.settings;
  }
}
