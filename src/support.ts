import { postgresContactMessages } from '#adapters/postgres/contact-messages';
import type { Sql } from '#adapters/postgres/connect';
import { contactSupport } from '#core/notices/contact-support';
import { rateLimit } from '#core/shared/rate-limit';
import { hourMs } from '#core/shared/time';
import type { Config } from '#config';
import { sealOf } from './mail.ts';
import { newId, systemClock as clock } from './redirects.ts';

type SupportParts = {
  readonly sql: Sql;
  readonly secret: string;
  readonly config: Pick<Config, 'supportEmail'>;
};

/** What anybody may say to whoever runs this instance. */
export function composeSupport({ sql, secret, config }: SupportParts) {
  const { supportEmail } = config;
  const letters = rateLimit({ limit: 10, windowMs: hourMs });
  const messages = postgresContactMessages(sql, sealOf(secret));
  return { contactSupport: contactSupport({ messages, letters, supportEmail, newId, clock }) };
}
