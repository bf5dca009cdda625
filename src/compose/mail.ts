import { join } from 'node:path';
import { fileCarrier, mailFiles } from '#adapters/mail/files';
import { smtpCarrier } from '#adapters/mail/smtp';
import type { Sql } from '#adapters/postgres/connect';
import { postgresOutbox, resealMails } from '#adapters/postgres/notices/outbox';
import { forgetMails } from '#core/notices/forget-mails';
import { sendMails } from '#core/notices/send-mails';
import type { Log } from '#core/shared/log';
import { minuteMs, secondMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Origins } from '#roots/config/origins';
import type { DataDisk } from '#adapters/spool/data-disk';
import { every } from '#adapters/timers/every';
import { sealOf, type AppSecret } from './secrets.ts';
import { systemClock as clock } from './system.ts';

type MailParts = {
  readonly sql: Sql;
  readonly secret: AppSecret;
  readonly origins: Pick<Origins, 'appUrl'>;
};

/** Outbox polling interval. */
const pollMs = 2 * secondMs;
/** Polling interval for files of mails whose person is gone. */
const forgetEveryMs = 10 * secondMs;
/** Pause between two runs that encrypt waiting mails again under the newest secret. */
const resealEveryMs = minuteMs;

type SendingParts = MailParts & {
  readonly config: Pick<Config, 'smtpUrl' | 'mailFrom'>;
  readonly dataDir: string;
  readonly disk: Pick<DataDisk, 'isLow'>;
  readonly log: Log;
};

/**
 * Starts sending the outbox's mails; returns a function that stops it. Mails that would become
 * files wait while the disk is nearly full.
 */
export function startMail(parts: SendingParts) {
  const { sql, secret, origins, config, dataDir, disk, log } = parts;
  const folder = join(dataDir, 'mail');
  const from = config.mailFrom ?? `Waypost <waypost@${new URL(origins.appUrl).hostname}>`;
  const carrier =
    config.smtpUrl === null
      ? fileCarrier({ folder, from, log })
      : smtpCarrier(config.smtpUrl, from);
  const seal = sealOf(secret);
  const outbox = postgresOutbox(sql, seal, (mail) =>
    log.error('a waiting mail cannot be decrypted: add its secret to APP_SECRET_PREVIOUS', {
      mail,
    }),
  );
  const send = sendMails({ outbox, carrier, clock, log });
  const forget = forgetMails({ outbox, files: mailFiles(folder) });
  const ends = [
    every({ pauseMs: pollMs, name: 'send mails', log }, async (signal) => {
      if (config.smtpUrl !== null || !disk.isLow()) await send(signal);
    }),
    every({ pauseMs: forgetEveryMs, name: 'delete mails in files', log }, forget),
    every(
      { pauseMs: resealEveryMs, name: 'encrypt waiting mails again', log },
      resealMails(sql, seal),
    ),
  ];
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
