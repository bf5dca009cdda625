import type { Sql } from '#adapters/postgres/connect';
import { postgresIdempotentConversions } from '#adapters/postgres/conversions/idempotent-conversions';
import { postgresNamedLinks } from '#adapters/postgres/links/named-links';
import { reportConversion } from '#core/conversions/reports/report-conversion';
import type { Redirects } from './redirects.ts';
import { newId, sha256, systemClock as clock } from './system.ts';

type ReportParts = {
  readonly sql: Sql;
  readonly redirects: Pick<Redirects, 'conversions' | 'clickIds'>;
};

/** The use case for conversions that an account's own programs report. */
export function composeReportedConversions({ sql, redirects }: ReportParts) {
  return reportConversion({
    links: postgresNamedLinks(sql),
    clickIds: redirects.clickIds,
    spool: redirects.conversions,
    calls: postgresIdempotentConversions(sql),
    digest: sha256,
    newId,
    clock,
  });
}
