import { randomBytes, timingSafeEqual } from 'node:crypto';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { publicAnswers } from '#adapters/http/analytics/public-answers';
import type { PublicReportJson } from '#adapters/http/analytics/public-pages';
import { pageCookie } from '#adapters/http/cookies/page-cookie';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import { postgresPublicPages } from '#adapters/postgres/analytics/public-pages';
import { postgresReportedLinks } from '#adapters/postgres/analytics/reported-links';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import type { Sql } from '#adapters/postgres/connect';
import type { Bans } from '#core/accounts/banned';
import { sharedPassword } from '#core/accounts/passwords/shared-password';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Links } from '#core/links/ports';
import type { Origins } from '#roots/config/origins';
import { keyedHashes, type AppSecret } from '#roots/compose/secrets';
import { systemClock as clock } from '#roots/compose/system';
import type { Watch } from '#roots/compose/watching/watch';

type NumberParts = {
  readonly sql: Sql;
  readonly links: Links;
  readonly clickHouse: ClickHouse;
};

/** What an account's numbers are made of; built once, because it keeps numbers of visitors. */
export function analyticsPorts({ sql, links, clickHouse }: NumberParts): AnalyticsPorts {
  return {
    clock,
    links: { ...postgresReportedLinks(sql), find: links.find },
    erasures: postgresErasures(sql),
    reports: clickhouseReports(clickHouse),
  };
}

/** Passwords of pages are verified one at a time, apart from sign-ins. */
const passwordLimits = { parallel: 1, waiting: 64 };

type PublicPageParts = {
  readonly sql: Sql;
  readonly secret: AppSecret;
  readonly origins: Origins;
  /** The client's network address; empty when unknown. */
  readonly addressOf: (request: Request) => string;
  readonly watch?: Pick<Watch, 'queue'>;
  readonly redirects: { readonly blocklist: { readonly bans: Pick<Bans, 'isBanned'> } };
};

/** Pages that show one link's numbers to everybody who has their address. */
export function composePublicPages(parts: PublicPageParts, analytics: AnalyticsPorts) {
  const { appUrl, shortUrl: shortOrigin } = parts.origins;
  const passwords = argon2idPasswords(argon2Cost, passwordLimits);
  const answers = publicAnswers<PublicReportJson>(clock);
  parts.watch?.queue('passwords', passwords.waiting);
  parts.watch?.queue('public', answers.waiting);
  return {
    ports: {
      ...analytics,
      pages: postgresPublicPages(parts.sql),
      passwords,
      checkPassword: sharedPassword({ clock, passwords }),
      bans: parts.redirects.blocklist.bans,
      proofs: proofsOf(parts.secret),
      randomBytes,
    },
    site: { cookie: pageCookie(appUrl), answers, addressOf: parts.addressOf, appUrl, shortOrigin },
  };
}

/** Signatures with the newest secret; those of earlier ones are valid while they are listed. */
function proofsOf(secret: AppSecret) {
  const hashes = keyedHashes(secret, 'public page');
  return {
    sign: (text: string) => hashes(text)[0].toString('hex'),
    isSigned(text: string, signature: string) {
      const given = Buffer.from(signature, 'hex');
      return hashes(text).some(
        (hash) => hash.length === given.length && timingSafeEqual(hash, given),
      );
    },
  };
}
