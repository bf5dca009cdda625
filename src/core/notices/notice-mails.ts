import type { Amount } from './notice.ts';
import type { User } from '#core/accounts/user';
import type { MailContent } from '#core/shared/mail';
import { greetingOf, type Reader } from '#core/shared/mail-name';
import { decimalFromCents } from '#core/shared/money';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const whole = new Intl.NumberFormat('en-US');

/** Says that a trial ends soon, and what changes then. */
export function trialEndingMail(
  { trialEndsAt, ...reader }: Reader & Pick<User, 'trialEndsAt'>,
  daysLeft: number,
  appUrl: string,
): MailContent {
  const left = daysLeft === 1 ? '1 day' : `${daysLeft} days`;
  return {
    subject: `Your Waypost trial ends in ${left}`,
    greeting: greetingOf(reader),
    paragraphs: [
      `Your free trial ends in ${left}, on ${day.format(trialEndsAt)} (UTC).`,
      'Your links keep redirecting and counting, and you can still see everything. To create and edit links, you need a subscription.',
    ],
    action: { label: 'Subscribe', url: `${appUrl}/subscribe` },
    closing: howToSwitchOff(appUrl),
  };
}

/** Conversions of one link. `shortUrl` is the link's short address. */
export type AlertedLink = {
  readonly shortUrl: string;
  readonly count: number;
  readonly amounts: readonly Amount[];
};

const listedLinks = 10;

/** Lists the conversions since the last such mail, the busiest links first. */
export function conversionAlertMail(
  reader: Reader,
  links: readonly AlertedLink[],
  appUrl: string,
): MailContent {
  const count = links.reduce((sum, link) => sum + link.count, 0);
  const busiest = links.toSorted((one, other) => other.count - one.count);
  const more = links.length - listedLinks;
  return {
    subject: count === 1 ? 'A new conversion' : `${whole.format(count)} new conversions`,
    greeting: greetingOf(reader),
    paragraphs: [
      `Your links brought ${conversions(count)}:`,
      ...busiest.slice(0, listedLinks).map(line),
      ...(more > 0 ? [`and more from ${otherLinks(more)}.`] : []),
    ],
    action: { label: 'View conversions', url: `${appUrl}/conversions` },
    closing: howToSwitchOff(appUrl),
  };
}

function line({ shortUrl, count, amounts }: AlertedLink): string {
  const worth = amounts.map(({ currency, cents }) => `${decimalFromCents(cents)} ${currency}`);
  const name = shortUrl.replace(/^https?:\/\//, '');
  return [`${name}: ${conversions(count)}`, ...worth].join(', ');
}

function conversions(count: number): string {
  return count === 1 ? '1 conversion' : `${whole.format(count)} conversions`;
}

/** `1 other link`, `2 other links`. */
export function otherLinks(count: number): string {
  return `${whole.format(count)} other ${count === 1 ? 'link' : 'links'}`;
}

/** The last lines of a mail about notices. */
export function howToSwitchOff(appUrl: string): string {
  return `You get this email because email notifications are on. Turn them off in your settings: ${appUrl}/settings/notifications`;
}
