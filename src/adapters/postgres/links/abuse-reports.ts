import type postgres from 'postgres';
import type { ReportAbusePorts } from '#core/notices/report-abuse';
import { queueMail, type MailSeal } from '#adapters/postgres/notices/outbox';

/** Reports of links in Postgres. */
export function postgresAbuseReports(
  sql: postgres.Sql,
  seal: MailSeal,
): ReportAbusePorts['reports'] {
  return {
    async add({ id, url, reason, email, createdAt }, mail) {
      await sql.begin(async (tx) => {
        await tx`
          INSERT INTO link_reports (id, url, reason, email, created_at)
          VALUES (${id}, ${url}, ${reason}, ${email}, ${createdAt})`;
        if (mail !== null) await queueMail(tx, { mail, userId: null, seal });
      });
    },
  };
}
