import type { RoutedLink } from '#core/redirect/routed-link';
import type { NewId } from '#core/shared/ids';
import { type Mail, write } from '#core/shared/mail';
import { refuseFlood, type SharedRateLimit } from '#core/shared/limits/rate-limit';
import type { Clock } from '#core/shared/time';
import { paragraphsOf, supportMailLifeMs, tooManyMessages } from './contact-support.ts';

/** A report of a harmful link. */
export type AbuseReport = {
  readonly id: string;
  /** As entered. It may be no link of this instance. */
  readonly url: string;
  readonly reason: string;
  /** Null when the sender wants no answer. */
  readonly email: string | null;
  readonly createdAt: Date;
};

export type ReportAbusePorts = {
  readonly reports: {
    /** Stores the report and queues its mail, if there is one, in one transaction. */
    add(report: AbuseReport, mail: Mail | null): Promise<void>;
  };
  /** The link of this instance at an address; undefined when there is none. */
  readonly linkAt: (url: string) => RoutedLink | undefined;
  /** Limit of messages of one network address. */
  readonly perSender: SharedRateLimit;
  /** The address that gets the reports; null: they are only stored. */
  readonly supportEmail: string | null;
  readonly newId: NewId;
  readonly clock: Clock;
};

export type AbuseReportInput = Pick<AbuseReport, 'url' | 'reason' | 'email'> & {
  readonly address: string;
};

/**
 * Stores the report of a short link and mails it, with the facts that the operator needs to decide
 * and to block. Returns its id, and nothing about the link. Refuses `too_many_requests`.
 */
export type ReportAbuse = (input: AbuseReportInput) => Promise<string>;

export function reportAbuse(ports: ReportAbusePorts): ReportAbuse {
  const { reports, linkAt, perSender, supportEmail, newId, clock } = ports;

  return async ({ address, ...words }) => {
    const nowMs = clock.now();
    refuseFlood(await perSender.waitSeconds(address, nowMs), tooManyMessages);

    const report = { ...words, id: newId(nowMs), createdAt: new Date(nowMs) };
    const mail = supportEmail === null ? null : mailOf(report, supportEmail, linkAt(report.url));
    await reports.add(report, mail);
    return report.id;
  };
}

function mailOf(report: AbuseReport, supportEmail: string, link: RoutedLink | undefined): Mail {
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
    givesUpAt: new Date(createdAt.getTime() + supportMailLifeMs),
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
