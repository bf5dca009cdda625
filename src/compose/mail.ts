import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileCarrier, mailFiles } from '#adapters/mail/files';
import { smtpCarrier } from '#adapters/mail/smtp';
import type { Sql } from '#adapters/postgres/connect';
import { postgresOutbox, resealMails } from '#adapters/postgres/notices/outbox';
import { postgresPasswordResets } from '#adapters/postgres/accounts/password-resets';
import { postgresRateLimit } from '#adapters/postgres/rate-limits';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import type { LoginFailures } from '#core/accounts/sign-in/guessing/open-attempt';
import type { Passwords } from '#core/accounts/passwords/passwords';
import { requestReset } from '#core/accounts/passwords/request-reset';
import type { ApiKeys } from '#core/accounts/ports';
import { resetPassword } from '#core/accounts/passwords/reset-password';
import { forgetMails } from '#core/notices/forget-mails';
import { sendMails } from '#core/notices/send-mails';
import type { Log } from '#core/shared/log';
import { alsoPerSite } from '#core/shared/limits/per-site';
import { hourMs, minuteMs, secondMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Origins } from '#roots/config/origins';
import type { DataDisk } from '#adapters/spool/data-disk';
import { every } from '#adapters/timers/every';
import type { Later } from '#adapters/timers/later';
import { pseudonyms, sealOf, type AppSecret } from './secrets.ts';
import { newId, sha256, systemClock as clock } from './system.ts';

type MailParts = {
  readonly sql: Sql;
  readonly secret: AppSecret;
  readonly origins: Pick<Origins, 'appUrl'>;
};

type ResetParts = MailParts & {
  readonly passwords: Passwords;
  readonly failures: LoginFailures;
  readonly keys: Pick<ApiKeys, 'of'>;
  readonly later: Later['later'];
};

/** Limit of link requests of one network address. */
const resetRequests = { name: 'reset requests', limit: 30, windowMs: hourMs };
/** Limit of link requests of one IPv6 site. */
const siteResetRequests = { name: 'reset requests of sites', limit: 150, windowMs: hourMs };
/** Limit of link requests of a browser that is known to the account. */
const deviceRequests = { name: 'reset requests of devices', limit: 5, windowMs: hourMs };
/** Outbox polling interval. */
const pollMs = 2 * secondMs;
/** Polling interval for files of mails whose person is gone. */
const forgetEveryMs = 10 * secondMs;
/** Pause between two runs that encrypt waiting mails again under the newest secret. */
const resealEveryMs = minuteMs;

/** Resetting a forgotten password by a mailed link. */
export function composePasswordResets({ sql, secret, origins, ...people }: ResetParts) {
  const pseudonym = pseudonyms(secret);
  const ports = {
    ...people,
    users: postgresUsers(sql, sealOf(secret)),
    resets: postgresPasswordResets(sql, sealOf(secret)),
    requests: alsoPerSite(
      postgresRateLimit(sql, pseudonym, resetRequests),
      postgresRateLimit(sql, pseudonym, siteResetRequests),
    ),
    deviceRequests: postgresRateLimit(sql, pseudonym, deviceRequests),
    pseudonym,
    appUrl: origins.appUrl,
    digest: sha256,
    newId,
    randomBytes,
    clock,
  };
  return { requestReset: requestReset(ports), resetPassword: resetPassword(ports) };
}

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
