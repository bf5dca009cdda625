import type { Sql } from '#adapters/postgres/connect';
import { postgresLetters } from '#adapters/postgres/notices/letters';
import type { SupportPorts } from '#core/notices/ports';
import { alsoPerSite } from '#core/shared/limits/per-site';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Origins } from '#roots/config/origins';
import { linksAt } from '#core/redirect/links-at';
import type { Redirects } from './redirects.ts';
import { sealOf, type AppSecret } from './secrets.ts';
import { newId, systemClock as clock } from './system.ts';

type SupportParts = {
  readonly sql: Sql;
  readonly secret: AppSecret;
  readonly config: Pick<Config, 'supportEmail'>;
  readonly origins: Origins;
  readonly redirects: Pick<Redirects, 'index' | 'domains'>;
};

/** The ports of messages from everybody to the operator of this instance. */
export function supportPorts(parts: SupportParts): SupportPorts {
  const { sql, secret, config, origins, redirects } = parts;
  const perHour = (limit: number) => rateLimit({ limit, windowMs: hourMs });
  return {
    letters: postgresLetters(sql, sealOf(secret)),
    linkAt: linksAt(redirects, origins),
    perSender: alsoPerSite(perHour(10), perHour(50)),
    supportEmail: config.supportEmail,
    newId,
    clock,
  };
}
