import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '#core/shared/mail';

/**
 * A mail in nodemailer's terms. Its recipient is handed over taken apart, so that nothing in it is
 * read as a list; a line break there would begin a header, and is refused.
 */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  if (/[\r\n]/.test(mail.to)) throw new Error('The address of a mail holds a line break');
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.createdAt,
    messageId: `<${mail.id}@waypost>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
