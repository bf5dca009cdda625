import { randomBytes, timingSafeEqual } from 'node:crypto';
import { publicAnswers } from '#adapters/http/analytics/public-answers';
import type { PublicReportJson } from '#adapters/http/analytics/public-pages';
import { pageCookie } from '#adapters/http/cookies/page-cookie';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import { postgresPublicPages } from '#adapters/postgres/analytics/public-pages';
import { sharedPassword } from '#core/accounts/passwords/shared-password';
import type { EventContext } from './context.ts';
import { keyedHashes, type AppSecret } from './secrets.ts';
import { systemClock as clock } from './system.ts';

/** Passwords of pages are verified one at a time, apart from sign-ins. */
const passwordLimits = { parallel: 1, waiting: 64 };

/** Pages that show one link's numbers to everybody who has their address. */
export function publicPages(context: EventContext, addressOf: (request: Request) => string) {
  const { sql, secret, origins, watch, redirects, analytics } = context;
  const { appUrl, shortUrl: shortOrigin } = origins;
  const passwords = argon2idPasswords(argon2Cost, passwordLimits);
  const answers = publicAnswers<PublicReportJson>(clock);
  watch.queue('passwords', passwords.waiting);
  watch.queue('public', answers.waiting);
  return {
    ports: {
      ...analytics,
      pages: postgresPublicPages(sql),
      passwords,
      checkPassword: sharedPassword({ clock, passwords }),
      bans: redirects.blocklist.bans,
      proofs: proofsOf(secret),
      randomBytes,
    },
    site: { cookie: pageCookie(appUrl), answers, addressOf, appUrl, shortOrigin },
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
