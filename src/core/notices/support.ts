import type { NewMessage, NewReport } from '#contract/support';
import type { RoutedLink } from '#core/redirect/routed-link';
import { type Mail, write } from '#core/shared/mail';
import { mailName } from '#core/shared/mail-name';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { dayMs } from '#core/shared/time';
import type { SupportPorts } from './ports.ts';

/** A message from a person to the operator of this instance. */
export type ContactMessage = NewMessage & {
  readonly id: string;
  /** Null when the sender was not signed in. */
  readonly userId: string | null;
  readonly createdAt: Date;
};

/** A report of a harmful link. The link need not belong to this instance. */
export type AbuseReport = Omit<NewReport, 'email'> & {
  readonly id: string;
  /** Null when the sender wants no answer. */
  readonly email: string | null;
  readonly createdAt: Date;
};

type Sender = { readonly userId: string | null; readonly network: string };

/** How long the outbox retries a support mail. The stored message remains. */
const mailLifeMs = 7 * dayMs;
const tooMany = 'Too many messages. Please try again later.';

/**
 * Stores a message to support and mails it, with the sender as the reply address. Returns its id.
 * Refuses `too_many_requests`.
 */
export async function contactSupport(
  { inbox, perSender, supportEmail, newId, clock }: SupportPorts,
  { userId, network }: Sender,
  input: NewMessage,
): Promise<string> {
  const nowMs = clock.now();
  refuseFlood(await perSender.waitSeconds(userId ?? network, nowMs), tooMany);

  const message = { ...input, userId, id: newId(nowMs), createdAt: new Date(nowMs) };
  const mail = supportEmail === null ? null : messageMail(message, supportEmail);
  await inbox.addMessage(message, mail);
  return message.id;
}

function messageMail(message: ContactMessage, supportEmail: string): Mail {
  const { id, userId, name, email, subject, createdAt } = message;
  const content = {
    subject: `Support: ${subject}`,
    greeting: `${mailName(name) ?? 'Somebody'} <${email}> writes:`,
    paragraphs: paragraphsOf(message.message),
    action: null,
    closing: `${userId === null ? 'Not signed in' : `Account ${userId}`}. Reply to this email to answer them.`,
  };
  return {
    ...write(content),
    id,
    eventKey: `contact message ${id}`,
    to: supportEmail,
    replyTo: email,
    createdAt,
    givesUpAt: new Date(createdAt.getTime() + mailLifeMs),
  };
}

/**
 * Stores the report of a short link and mails it, with the facts that the operator needs to decide
 * and to block. Returns its id, and nothing about the link. Refuses `too_many_requests`.
 */
export async function reportAbuse(
  { inbox, linkAt, perSender, supportEmail, newId, clock }: SupportPorts,
  network: string,
  { email, ...words }: NewReport,
): Promise<string> {
  const nowMs = clock.now();
  refuseFlood(await perSender.waitSeconds(network, nowMs), tooMany);

  const report = {
    ...words,
    email: email === '' ? null : (email ?? null),
    id: newId(nowMs),
    createdAt: new Date(nowMs),
  };
  const mail = supportEmail === null ? null : reportMail(report, supportEmail, linkAt(report.url));
  await inbox.addReport(report, mail);
  return report.id;
}

function reportMail(report: AbuseReport, supportEmail: string, link: RoutedLink | undefined): Mail {
  const { id, url, email, createdAt } = report;
  const content = {
    subject: 'A link was reported',
    greeting: url,
    paragraphs: [...paragraphsOf(report.reason), ...aboutLink(link)],
    action: null,
    closing:
      email === null
        ? 'The sender does not want an answer.'
        : `Reply to this email to answer ${email}.`,
  };
  return {
    ...write(content),
    id,
    eventKey: `link report ${id}`,
    to: supportEmail,
    ...(email !== null && { replyTo: email }),
    createdAt,
    givesUpAt: new Date(createdAt.getTime() + mailLifeMs),
  };
}

function aboutLink(link: RoutedLink | undefined): string[] {
  if (link === undefined) return ['This Waypost has no link with this address.'];
  const destinations = link.destinations.length > 0 ? link.destinations : [link.originalUrl];
  return [
    link.isBlocked ? 'It is already blocked. It led to:' : 'It leads to:',
    ...destinations,
    'To block the link, its destination or its owner, add one of these lines to blocklist.txt:',
    `/${link.code}`,
    ...new Set(destinations.flatMap((href) => URL.parse(href)?.hostname ?? [])),
    link.userId,
  ];
}

/** The lines of a text, without empty ones. */
function paragraphsOf(text: string): string[] {
  const lines = text.split(/[\r\n]/).map((line) => line.trim());
  return lines.filter((line) => line !== '');
}
