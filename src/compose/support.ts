import { postgresContactMessages } from '#adapters/postgres/notices/contact-messages';
import type { Sql } from '#adapters/postgres/connect';
import { postgresLinkReports } from '#adapters/postgres/links/link-reports';
import { contactSupport } from '#core/notices/contact-support';
import { reportLink } from '#core/notices/report-link';
import { rateLimit } from '#core/shared/rate-limit';
import { hourMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Addresses } from './addresses.ts';
import { linksAt } from './links/links-at.ts';
import type { Redirects } from './redirects.ts';
import { sealOf, type AppSecret } from './secrets.ts';
import { newId, systemClock as clock } from './system.ts';

type SupportParts = {
  readonly sql: Sql;
  readonly secret: AppSecret;
  readonly config: Pick<Config, 'supportEmail'>;
  readonly addresses: Addresses;
  readonly redirects: Pick<Redirects, 'index' | 'domains'>;
};

/** Messages from everybody to the operator of this instance. */
export function composeSupport({ sql, secret, config, addresses, redirects }: SupportParts) {
  const { supportEmail } = config;
  const perSender = rateLimit({ limit: 10, windowMs: hourMs });
  const ports = { perSender, supportEmail, newId, clock };
  const linkAt = linksAt(redirects, addresses);
  const messages = postgresContactMessages(sql, sealOf(secret));
  const reports = postgresLinkReports(sql, sealOf(secret));
  return {
    contactSupport: contactSupport({ ...ports, messages }),
    reportLink: reportLink({ ...ports, reports, linkAt }),
    wellKnown: { appUrl: addresses.appUrl, supportEmail, clock },
  };
}
