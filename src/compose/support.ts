import { postgresContactMessages } from '#adapters/postgres/notices/contact-messages';
import type { Sql } from '#adapters/postgres/connect';
import { postgresAbuseReports } from '#adapters/postgres/links/abuse-reports';
import { contactSupport } from '#core/notices/contact-support';
import { reportAbuse } from '#core/notices/report-abuse';
import { alsoPerSite } from '#core/shared/limits/per-site';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Origins } from './origins.ts';
import { linksAt } from './links/links-at.ts';
import type { Redirects } from './redirects.ts';
import { sealOf, type AppSecret } from './secrets.ts';
import { newId, systemClock as clock } from './system.ts';

type SupportParts = {
  readonly sql: Sql;
  readonly secret: AppSecret;
  readonly config: Pick<Config, 'supportEmail'>;
  readonly origins: Origins;
  readonly redirects: Pick<Redirects, 'index' | 'domains'>;
};

/** Messages from everybody to the operator of this instance. */
export function composeSupport({ sql, secret, config, origins, redirects }: SupportParts) {
  const { supportEmail } = config;
  const perHour = (limit: number) => rateLimit({ limit, windowMs: hourMs });
  const perSender = alsoPerSite(perHour(10), perHour(50));
  const ports = { perSender, supportEmail, newId, clock };
  const linkAt = linksAt(redirects, origins);
  const messages = postgresContactMessages(sql, sealOf(secret));
  const reports = postgresAbuseReports(sql, sealOf(secret));
  return {
    contactSupport: contactSupport({ ...ports, messages }),
    reportAbuse: reportAbuse({ ...ports, reports, linkAt }),
    wellKnown: { appUrl: origins.appUrl, supportEmail, clock },
  };
}
