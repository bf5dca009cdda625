import { createTransport } from 'nodemailer';
import type { Carry } from '#core/notices/send-mails';
import { secondMs } from '#core/shared/time';
import { messageOf } from './message.ts';

const sendLimitMs = 60 * secondMs;

/** The server did not take a mail in time. It may still have. */
export class SmtpTooSlow extends Error {
  override readonly name = 'SmtpTooSlow';
}

/** Hands mails to the server of an SMTP address, on a connection each, within a minute. */
export function smtpCarrier(smtpUrl: string, from: string): Carry {
  return async (mail) => {
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: 10 * secondMs,
      greetingTimeout: 10 * secondMs,
      socketTimeout: 20 * secondMs,
    });
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new SmtpTooSlow('Not within a minute')),
      sendLimitMs,
    );
    try {
      await Promise.race([transport.sendMail(messageOf(mail, from)), late.promise]);
    } finally {
      clearTimeout(timer);
      transport.close();
    }
  };
}
