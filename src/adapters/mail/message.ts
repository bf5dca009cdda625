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
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(mail.attachments !== undefined && {
      attachments: mail.attachments.map(({ fileName, type, base64, cid }) => ({
        filename: fileName,
        contentType: type,
        content: Buffer.from(base64, 'base64'),
        ...(cid !== undefined && { cid, contentDisposition: 'inline' as const }),
      })),
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function alone(address: string) {
  if (/[\r\n]/.test(address)) throw new Error('An address of a mail holds a line break');
  return { name: '', address };
}
