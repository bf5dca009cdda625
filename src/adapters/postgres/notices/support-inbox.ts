import type postgres from 'postgres';
import type { SupportInbox } from '#core/notices/ports';
import type { AbuseReport, ContactMessage } from '#core/notices/support';
import { dayMs } from '#core/shared/time';
import { queueMail, type MailSeal } from './outbox.ts';

/** How long messages to support and reports are kept. */
const supportMemoryMs = 365 * dayMs;
const mostShown = 50;

/** Messages to support and reports of links in Postgres. */
export function postgresSupportInbox(sql: postgres.Sql, seal: MailSeal): SupportInbox {
  return {
    async addMessage({ id, userId, name, email, subject, message, createdAt }, mail) {
      await sql.begin(async (tx) => {
        await tx`
          INSERT INTO contact_messages (id, user_id, name, email, subject, message, created_at)
          VALUES (${id}, ${userId}, ${name}, ${email}, ${subject}, ${message}, ${createdAt})`;
        if (mail !== null) await queueMail(tx, { mail, userId, seal });
      });
    },

    async addReport({ id, url, reason, email, createdAt }, mail) {
      await sql.begin(async (tx) => {
        await tx`
          INSERT INTO link_reports (id, url, reason, email, created_at)
          VALUES (${id}, ${url}, ${reason}, ${email}, ${createdAt})`;
        if (mail !== null) await queueMail(tx, { mail, userId: null, seal });
      });
    },

    ...postgresNewestSupport(sql),
  };
}

/** The newest messages to support and reports of links, for an operator. */
export function postgresNewestSupport(
  sql: postgres.Sql,
): Pick<SupportInbox, 'messages' | 'reports'> {
  return {
    messages: () => sql<ContactMessage[]>`
      SELECT id, user_id AS "userId", name, email, subject, message, created_at AS "createdAt"
      FROM contact_messages ORDER BY created_at DESC, id LIMIT ${mostShown}`,

    reports: () => sql<AbuseReport[]>`
      SELECT id, url, reason, email, created_at AS "createdAt"
      FROM link_reports ORDER BY created_at DESC, id LIMIT ${mostShown}`,
  };
}

/** Deletes messages to support and reports of links of more than a year ago. Returns how many. */
export async function forgetSupport(sql: postgres.Sql, at: Date): Promise<number> {
  const since = new Date(at.getTime() - supportMemoryMs);
  const messages = await sql`DELETE FROM contact_messages WHERE created_at < ${since}`;
  const reports = await sql`DELETE FROM link_reports WHERE created_at < ${since}`;
  return messages.count + reports.count;
}
