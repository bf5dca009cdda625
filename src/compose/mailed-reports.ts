import { faultFields } from '#core/shared/log';
import { printReport } from '#adapters/pdf/print-report';
import { postgresMailedReports } from '#adapters/postgres/analytics/mailed-reports';
import { postgresSaved } from '#adapters/postgres/analytics/saved';
import { postgresSentVisits } from '#adapters/postgres/clicks/sent-visits';
import type { MailedReportPorts } from '#core/mailed-reports/ports';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { dayMs } from '#core/shared/time';
import type { EventContext } from './context.ts';
import { paintSvg } from './pictures.ts';
import { sealOf } from './secrets.ts';
import { proofsOf } from './shared-reports.ts';
import { newId, systemClock as clock } from './system.ts';

/** Addresses that an account may ask in a day, on each instance. */
const asking = rateLimit({ limit: 20, windowMs: dayMs });

export function mailedReportPorts({
  sql,
  log,
  secret,
  analytics,
  origins,
  redirects,
  config,
}: EventContext): MailedReportPorts {
  const lists = { sql, newId, clock };
  return {
    mailed: postgresMailedReports(lists, sealOf(secret)),
    analytics,
    views: postgresSaved(lists).views,
    bans: redirects.blocklist.bans,
    sent: postgresSentVisits(sql),
    failedAtMs: new Map(),
    paint: paintSvg,
    print: (page) =>
      printReport(page).catch((error: unknown) => {
        log.error('a report is mailed without its PDF', faultFields(error));
        return null;
      }),
    proofs: proofsOf(secret, 'mailed report'),
    asking,
    appUrl: origins.appUrl,
    shortUrl: origins.shortUrl,
    visitorsAre: config.visitorId,
    newId,
    clock,
  };
}
