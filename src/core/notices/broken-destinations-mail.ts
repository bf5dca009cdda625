import type { BrokenDestination } from '#core/links/health/destination-check';
import type { MailContent } from '#core/shared/mail';
import { greetingOf, type Reader } from '#core/shared/mail-name';
import { howToSwitchOff, otherLinks } from './notice-mails.ts';

const whole = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A link and its broken destination, as the mail lists them. */
export type ListedBroken = Pick<BrokenDestination, 'url' | 'reason' | 'status' | 'since'> & {
  readonly shortUrl: string;
};

/** Lists links whose destinations do not answer, with what the checks saw. */
export function brokenDestinationsMail(
  reader: Reader,
  { links, linkCount }: { readonly links: readonly ListedBroken[]; readonly linkCount: number },
  appUrl: string,
): MailContent {
  const subject =
    linkCount === 1
      ? 'A link leads to a broken page'
      : `${whole.format(linkCount)} links lead to broken pages`;
  const named = new Set(links.map(({ shortUrl }) => shortUrl)).size;
  const more = linkCount - named;
  return {
    subject,
    greeting: greetingOf(reader),
    paragraphs: [
      'Waypost checks every week where your links lead. These destinations failed three checks in a row:',
      ...links.map(line),
      ...(more > 0 ? [`and the destinations of ${otherLinks(more)}.`] : []),
      'The links still redirect there. Change their destinations, or repair the pages: they are checked again every day.',
    ],
    action: { label: 'View these links', url: `${appUrl}/links?status=broken` },
    closing: howToSwitchOff(appUrl),
  };
}

function line({ shortUrl, url, since, ...seen }: ListedBroken): string {
  const name = shortUrl.replace(/^https?:\/\//, '');
  return `${name} leads to ${url}: ${seenInWords(seen)} since ${day.format(since)} (UTC)`;
}

function seenInWords({ reason, status }: Pick<BrokenDestination, 'reason' | 'status'>): string {
  switch (reason) {
    case 'status':
      return `status ${status}`;
    case 'no_host':
      return 'the host does not exist';
    case 'no_connection':
      return 'the host refuses connections';
    case 'timeout':
      return 'no answer within 10 seconds';
    case 'certificate':
      return 'the certificate is not valid';
  }
}
