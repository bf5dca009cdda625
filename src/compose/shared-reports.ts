import { randomBytes, timingSafeEqual } from 'node:crypto';
import { publicAnswers } from '#adapters/http/shared-reports/public-answers';
import { type SignedInPorts, userOf } from '#adapters/http/sign-in/signed-in';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import { logoName } from '#adapters/postgres/accounts/objects';
import { postgresOwnDomains } from '#adapters/postgres/domains/own-domains';
import { sharedPassword } from '#core/accounts/passwords/shared-password';
import { showPicture } from '#core/accounts/pictures/keep-picture';
import type { EventContext } from './context.ts';
import { keyedHashes, type AppSecret } from './secrets.ts';
import { sha256, systemClock as clock } from './system.ts';

/** Passwords of reports are verified one at a time, apart from sign-ins. */
const passwordLimits = { parallel: 1, waiting: 64 };

/** Reports that everybody who has their address may see. */
export function sharedReports(
  context: EventContext,
  { addressOf, session }: { addressOf: (request: Request) => string; session: SignedInPorts },
) {
  const { config, sql, secret, origins, watch, redirects, analytics, pictures, shared } = context;
  const { appUrl, shortUrl: shortOrigin } = origins;
  const passwords = argon2idPasswords(argon2Cost, passwordLimits);
  const answers = publicAnswers(clock);
  watch.queue('passwords', passwords.waiting);
  watch.queue('public', answers.waiting);
  return {
    ports: {
      ...analytics,
      reportsShared: shared.reports,
      domains: postgresOwnDomains(sql),
      passwords,
      checkPassword: sharedPassword({ clock, passwords }),
      bans: redirects.blocklist.bans,
      proofs: proofsOf(secret, 'public page'),
      async logoOf(userId: string) {
        const name = await logoName(sql, userId);
        return name === null ? null : showPicture(pictures, 'logos', name);
      },
      randomBytes,
    },
    site: {
      answers,
      views: shared.views,
      sidOf(request: Request) {
        const token = session.cookie.read(request);
        return token === null ? null : sha256(token);
      },
      personOf: (request: Request) => userOf(session, request),
      addressOf,
      appUrl,
      shortOrigin,
      visitorsAre: config.visitorId,
    },
  };
}

/** Signatures with the newest secret; those of earlier ones are valid while they are listed. */
export function proofsOf(secret: AppSecret, purpose: string) {
  const hashes = keyedHashes(secret, purpose);
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
