import type postgres from 'postgres';
import type { OperatorMails } from '#core/notices/warn-operators';
import { queueMail, type MailSeal } from './outbox.ts';

/** Mails to the operators of this instance, through the outbox. */
export function postgresOperatorMails(sql: postgres.Sql, seal: MailSeal): OperatorMails {
  return {
    async add(mail) {
      await sql.begin((tx) => queueMail(tx, { mail, userId: null, seal }));
    },
  };
}
