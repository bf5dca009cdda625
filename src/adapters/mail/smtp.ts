import { createTransport } from 'nodemailer';
import type { Carrier } from '#core/notices/send-mails';
import { secondMs } from '#core/shared/time';
import { withTimeLimit } from '#core/shared/limits/time-limit';
import { messageOf } from './message.ts';

const limitsMs = { send: 60 * secondMs, check: 25 * secondMs };

/** The server did not accept a mail in time. It may still have received it. */
export class SmtpTooSlow extends Error {
  override readonly name = 'SmtpTooSlow';
}

/**
 * Sends each mail to an SMTP server on its own connection, within a minute. A check connects, reads
 * the greeting and signs in, without a mail.
 */
export function smtpCarrier(smtpUrl: string, from: string): Carrier {
  return {
    carry: (mail) =>
      within(limitsMs.send, (transport) => transport.sendMail(messageOf(mail, from))),
    check: () => within(limitsMs.check, (transport) => transport.verify()),
  };

  async function within(
    limitMs: number,
    work: (transport: ReturnType<typeof open>) => Promise<unknown>,
  ): Promise<void> {
    const transport = open(smtpUrl);
    try {
      await withTimeLimit(limitMs, work(transport), () => {
        throw new SmtpTooSlow(`Not within ${limitMs / secondMs} s`);
      });
    } finally {
      transport.close();
    }
  }
}

function open(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: 20 * secondMs,
  });
}
