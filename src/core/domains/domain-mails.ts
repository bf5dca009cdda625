import type { NewId } from '#core/shared/ids';
import { type Mail, type MailContent, write } from '#core/shared/mail';
import { greetingOf, type Reader } from '#core/shared/mail-name';
import { dayMs } from '#core/shared/time';
import { type Domain, proofName, proofText } from './domain.ts';

/** Who gets mails about a domain. */
export type DomainOwner = Reader & { readonly email: string };

/** A domain whose links do not work any more. */
export type LostDomain = Pick<Domain, 'host' | 'token'>;

/** Makes the mail about a suspended domain. */
export type SuspendedMail = (owner: DomainOwner, domain: LostDomain) => Mail;

/** How long the outbox retries a mail about a domain. */
const lifeMs = 3 * dayMs;

/** Says that a domain's links stopped, and how they work again. */
export function suspendedContent(
  reader: Reader,
  { host, token }: LostDomain,
  domainsUrl: string,
): MailContent {
  return {
    subject: `The links on ${host} do not work any more`,
    greeting: greetingOf(reader),
    paragraphs: [
      `The DNS record that proves that ${host} belongs to you is missing, so Waypost has suspended the domain: its short links show an error.`,
      `Add this TXT record again. Name: ${proofName(host)}. Value: ${proofText(token)}`,
      'Waypost keeps checking, and the links work again within minutes after it finds the record.',
    ],
    action: { label: 'See the domain', url: domainsUrl },
    closing: 'If you have given up the domain, remove it from your settings.',
  };
}

/** The mails of one check. `appUrl` is the origin of the app. */
export function suspendedMails(
  { appUrl, newId }: { readonly appUrl: string; readonly newId: NewId },
  at: Date,
): SuspendedMail {
  return (owner, domain) => {
    const id = newId(at.getTime());
    return {
      ...write(suspendedContent(owner, domain, `${appUrl}/settings/domains`)),
      id,
      eventKey: `domain suspended ${id}`,
      to: owner.email,
      createdAt: at,
      givesUpAt: new Date(at.getTime() + lifeMs),
    };
  };
}
