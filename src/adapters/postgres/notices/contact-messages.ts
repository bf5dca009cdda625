import type postgres from 'postgres';
import type { ContactSupportPorts } from '#core/notices/contact-support';
import { dayMs } from '#core/shared/time';
import { queueMail, type MailSeal } from './outbox.ts';

/** How long messages to support and reports are kept. */
export const letterMemoryMs = 365 * dayMs;

/** Messages to support in Postgres. Each new one deletes those that are older than the limit. */
export function postgresContactMessages(
  sql: postgres.Sql,
  seal: MailSeal,
): ContactSupportPorts['messages'] {
  return {
    async add(message, mail) {
      const { id, userId, name, email, subject, createdAt } = message;
      const since = new Date(createdAt.getTime() - letterMemoryMs);
      await sql.begin(async (tx) => {
        await tx`DELETE FROM contact_messages WHERE created_at < ${since}`;
        await tx`
          INSERT INTO contact_messages (id, user_id, name, email, subject, message, created_at)
          VALUES (
            ${id}, ${userId}, ${name}, ${email}, ${subject}, ${message.message}, ${createdAt})`;
        if (mail !== null) await queueMail(tx, { mail, userId, seal });
      });
    },
  };
}
