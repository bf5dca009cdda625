import { randomBytes, timingSafeEqual } from 'node:crypto';
import { publicAnswers } from '#adapters/http/analytics/public-answers';
import type { PublicReportJson } from '#adapters/http/analytics/public-pages';
import { pageCookie } from '#adapters/http/cookies/page-cookie';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import { postgresPublicPages } from '#adapters/postgres/analytics/public-pages';
import type { Sql } from '#adapters/postgres/connect';
import type { Links } from '#core/links/ports';
import type { Bans } from '#core/accounts/banned';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { publicPages } from '#core/analytics/public/public-page';
import { readPublicPage } from '#core/analytics/public/read-public-page';
import type { Origins } from '#roots/config/origins';
import { keyedHashes, type AppSecret } from '#roots/compose/secrets';
import { systemClock as clock } from '#roots/compose/system';
import type { Watch } from '#roots/compose/watching/watch';

/** Passwords of pages are verified one at a time, apart from sign-ins. */
const passwordLimits = { parallel: 1, waiting: 64 };

type PublicPageParts = {
  readonly sql: Sql;
  readonly links: Links;
  readonly secret: AppSecret;
  readonly origins: Pick<Origins, 'appUrl'>;
  readonly watch?: Pick<Watch, 'queue'>;
  readonly redirects: { readonly blocklist: { readonly bans: Pick<Bans, 'isBanned'> } };
};

/** Pages that show one link's numbers to everybody who has their address. */
export function composePublicPages(parts: PublicPageParts, analytics: AnalyticsPorts) {
  const { sql, links, secret, origins, redirects, watch } = parts;
  const pages = postgresPublicPages(sql);
  const passwords = argon2idPasswords(argon2Cost, passwordLimits);
  const answers = publicAnswers<PublicReportJson>(clock);
  watch?.queue('passwords', passwords.waiting);
  watch?.queue('public', answers.waiting);
  return {
    clock,
    appUrl: origins.appUrl,
    cookie: pageCookie(origins.appUrl),
    publicAnswers: answers,
    publicPages: publicPages({ clock, randomBytes, passwords, links, pages }),
    readPublicPage: readPublicPage({
      ...analytics,
      pages,
      passwords,
      bans: redirects.blocklist.bans,
      proofs: proofsOf(secret),
    }),
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
