import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { deviceCookie } from '#adapters/http/cookies/device-cookie';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { ticketCookie } from '#adapters/http/cookies/ticket-cookie';
import { facebook } from '#adapters/oauth/facebook';
import { google } from '#adapters/oauth/google';
import { aesSeal } from '#adapters/mail/seal';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import { postgresApiKeys } from '#adapters/postgres/accounts/api-keys';
import { postgresAudit } from '#adapters/postgres/accounts/audit';
import { postgresEmailProofs } from '#adapters/postgres/accounts/email-proofs';
import { postgresLoginFailures } from '#adapters/postgres/accounts/login-failures';
import { postgresPasswordResets } from '#adapters/postgres/accounts/password-resets';
import { postgresProfiles } from '#adapters/postgres/accounts/profiles';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresSocialAccounts, waysInto } from '#adapters/postgres/accounts/social-accounts';
import { postgresSocialTickets } from '#adapters/postgres/accounts/social-tickets';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import type { Sql } from '#adapters/postgres/connect';
import { postgresRateLimit } from '#adapters/postgres/rate-limits';
import type { DeferredWork } from '#adapters/timers/deferred-work';
import { userAgents } from '#adapters/user-agent/describe-agent';
import type { Config } from '#config';
import { type SocialProvider, socialProviders } from '#contract/accounts/sign-in';
import { isOperator } from '#core/accounts/operators/operator';
import type { AccountPorts } from '#core/accounts/ports';
import type { IdentityProviders } from '#core/accounts/sign-in/social-identity';
import { currentUser } from '#core/accounts/sign-in/session';
import type { User } from '#core/accounts/user';
import { ownChanges } from '#core/redirect/route-link';
import { alsoPerSite } from '#core/shared/limits/per-site';
import { rateLimit } from '#core/shared/limits/rate-limit';
import type { Log } from '#core/shared/log';
import { hourMs } from '#core/shared/time';
import type { Origins } from '#roots/config/origins';
import type { Context } from './context.ts';
import type { Redirects } from './redirects.ts';
import { keyedHashes, pseudonyms, sealKeys, sealOf, type AppSecret } from './secrets.ts';
import { newId, sha256, systemClock as clock } from './system.ts';
import type { Watch } from './watching/watch.ts';

type AccountParts = {
  readonly sql: Sql;
  readonly secret: AppSecret;
  readonly origins: Pick<Origins, 'appUrl'>;
  readonly config: ProviderConfig;
  readonly redirects: {
    readonly index: Redirects['index'];
    readonly blocklist: Pick<Redirects['blocklist'], 'bans'>;
  };
  readonly isRegistrationOpen: boolean;
  /** For work whose duration callers must not be able to measure. */
  readonly defer: DeferredWork['defer'];
  readonly log: Log;
  readonly watch?: Pick<Watch, 'queue'>;
};

/**
 * What the use cases of accounts take. Each store is built once, and all of them exclude banned
 * people.
 */
export function accountPorts(parts: AccountParts): AccountPorts {
  const { sql, secret, origins, redirects, log } = parts;
  const { appUrl } = origins;
  const { bans } = redirects.blocklist;
  const seal = sealOf(secret);
  const pseudonym = pseudonyms(secret);
  const perHour = (name: string, limit: number) =>
    postgresRateLimit(sql, pseudonym, { name, limit, windowMs: hourMs });
  const passwords = argon2idPasswords(argon2Cost, {
    parallel: availableParallelism(),
    waiting: 32,
  });
  parts.watch?.queue('passwords', passwords.waiting);

  return {
    users: postgresUsers(sql, seal, bans),
    sessions: postgresSessions(sql, bans),
    keys: postgresApiKeys(sql, bans),
    failures: postgresLoginFailures(sql),
    proofs: postgresEmailProofs(sql, seal, bans),
    resets: postgresPasswordResets(sql, seal),
    profiles: postgresProfiles(sql, seal),
    social: postgresSocialAccounts(sql, seal, bans),
    tickets: postgresSocialTickets(sql),
    providers: identityProviders(parts.config, origins),
    activity: postgresAudit(sql),
    waysInto: waysInto(sql),
    describeAgent: userAgents(),
    passwords,
    redirects: ownChanges(redirects.index),
    registrations: perHour('registrations', 30),
    requests: alsoPerSite(perHour('reset requests', 30), perHour('reset requests of sites', 150)),
    deviceRequests: perHour('reset requests of devices', 5),
    returns: rateLimit({ limit: 100, windowMs: hourMs }),
    defer: parts.defer,
    isOpen: parts.isRegistrationOpen,
    appUrl,
    ticketSeal: aesSeal(sealKeys(secret, 'social-login')),
    pseudonym,
    digest: sha256,
    newId,
    randomBytes,
    clock,
    log,
  };
}

/** How the routes know clients: by cookies of this application, and by network addresses. */
export function accountClients(
  ports: AccountPorts,
  { origins: { appUrl }, secret, config }: Pick<Context, 'origins' | 'secret' | 'config'>,
  addressOf: (request: Request) => string,
) {
  const operators = new Set(config.operators);
  const hashes = keyedHashes(secret, 'device-cookie');
  return {
    session: {
      currentUser: (token: string) => currentUser(ports, token),
      cookie: sessionCookie(appUrl),
    },
    devices: deviceCookie({ appUrl, hashes, randomBytes, clock }),
    ticketCookie: ticketCookie(appUrl),
    addressOf,
    isOperator: (user: User) => isOperator(user, operators),
  };
}

type ProviderConfig = Pick<Config, SocialProvider | 'services'>;

/** The providers whose client the operator configured. */
export function configuredProviders(config: ProviderConfig): readonly SocialProvider[] {
  return socialProviders.filter((provider) => config[provider] !== null);
}

function identityProviders(
  config: ProviderConfig,
  origins: Pick<Origins, 'appUrl'>,
): IdentityProviders {
  const { services } = config;
  const clientOf = (provider: SocialProvider) => {
    const known = config[provider];
    return known && { ...known, callbackUrl: callbackUrl(origins.appUrl, provider) };
  };
  const atGoogle = clientOf('google');
  const atFacebook = clientOf('facebook');
  return {
    ...(atGoogle && { google: google({ client: atGoogle, issuer: services.google, clock }) }),
    ...(atFacebook && { facebook: facebook({ client: atFacebook, urls: services.facebook }) }),
  };
}

/** The address to which a provider redirects browsers back. The operator registers it there. */
function callbackUrl(appUrl: string, provider: SocialProvider): string {
  return `${appUrl}/api/auth/${provider}/callback`;
}
