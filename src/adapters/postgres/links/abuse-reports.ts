import type postgres from 'postgres';
import type { ReportAbusePorts } from '#core/notices/report-abuse';
import { letterMemoryMs } from '#adapters/postgres/notices/contact-messages';
import { queueMail, type MailSeal } from '#adapters/postgres/notices/outbox';

/** Reports of links in Postgres. Each new one deletes those that are older than the limit. */
export function postgresAbuseReports(
  sql: postgres.Sql,
  seal: MailSeal,
): ReportAbusePorts['reports'] {
  return {
    async add({ id, url, reason, email, createdAt }, mail) {
      const since = new Date(createdAt.getTime() - letterMemoryMs);
      await sql.begin(async (tx) => {
        await tx`DELETE FROM link_reports WHERE created_at < ${since}`;
        await tx`
          INSERT INTO link_reports (id, url, reason, email, created_at)
          VALUES (${id}, ${url}, ${reason}, ${email}, ${createdAt})`;
        if (mail !== null) await queueMail(tx, { mail, userId: null, seal });
      });
    },
  };
}
