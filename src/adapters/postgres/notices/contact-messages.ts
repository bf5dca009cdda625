import type postgres from 'postgres';
import type { ContactSupportPorts } from '#core/notices/contact-support';
import { dayMs } from '#core/shared/time';
import { queueMail, type MailSeal } from './outbox.ts';

/** How long messages to support and reports are kept. */
const letterMemoryMs = 365 * dayMs;

/** Messages to support in Postgres. */
export function postgresContactMessages(
  sql: postgres.Sql,
  seal: MailSeal,
): ContactSupportPorts['messages'] {
  return {
    async add(message, mail) {
      const { id, userId, name, email, subject, createdAt } = message;
      await sql.begin(async (tx) => {
        await tx`
          INSERT INTO contact_messages (id, user_id, name, email, subject, message, created_at)
          VALUES (
            ${id}, ${userId}, ${name}, ${email}, ${subject}, ${message.message}, ${createdAt})`;
        if (mail !== null) await queueMail(tx, { mail, userId, seal });
      });
    },
  };
}

/** Deletes messages to support and reports of links of more than a year ago. Returns how many. */
export async function forgetLetters(sql: postgres.Sql, at: Date): Promise<number> {
  const since = new Date(at.getTime() - letterMemoryMs);
  const messages = await sql`DELETE FROM contact_messages WHERE created_at < ${since}`;
  const reports = await sql`DELETE FROM link_reports WHERE created_at < ${since}`;
  return messages.count + reports.count;
}
