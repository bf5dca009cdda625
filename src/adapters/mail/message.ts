import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '#core/shared/mail';

/**
 * A mail as nodemailer's options. Addresses are passed in parts, so that nothing in them is parsed
 * as a list. A line break in them would begin a header, and is refused.
 */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    to: alone(mail.to),
    ...(mail.replyTo !== undefined && { replyTo: alone(mail.replyTo) }),
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

function alone(address: string) {
  if (/[\r\n]/.test(address)) throw new Error('An address of a mail holds a line break');
  return { name: '', address };
}
