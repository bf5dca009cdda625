import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { deviceCookie } from '#adapters/http/cookies/device-cookie';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import { postgresApiKeys } from '#adapters/postgres/accounts/api-keys';
import { postgresLoginFailures } from '#adapters/postgres/accounts/login-failures';
import { postgresAudit } from '#adapters/postgres/accounts/audit';
import { waysInto } from '#adapters/postgres/accounts/social-accounts';
import { userAgents } from '#adapters/user-agent/agents';
import { postgresRateLimit } from '#adapters/postgres/rate-limits';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { sessionsUnlessBanned, usersUnlessBanned } from '#core/accounts/banned';
import { currentUser } from '#core/accounts/sign-in/current-user';
import { logIn } from '#core/accounts/sign-in/log-in';
import { logOut } from '#core/accounts/sign-in/log-out';
import { isOperator } from '#core/accounts/operators/operator';
import { register } from '#core/accounts/register';
import type { User } from '#core/accounts/user';
import { ownChanges } from '#core/redirect/route-link';
import { hourMs } from '#core/shared/time';
import { keyedHashes, pseudonyms, sealOf } from './secrets.ts';
import { composeSettings } from './settings.ts';
import { composeSocialLogin } from './social.ts';
import { newId, sha256, systemClock as clock } from './system.ts';
import type { ApiParts } from './api.ts';

/** Sign-in, sessions, settings and social login, with what other parts need of them. */
export function composeAccounts(parts: ApiParts) {
  const { sql, secret, origins, isRegistrationOpen, addressOf, redirects } = parts;
  const seal = sealOf(secret);
  const pseudonym = pseudonyms(secret);
  const perHour = { limit: 30, windowMs: hourMs };
  const { bans } = redirects.blocklist;
  const passwords = argon2idPasswords(argon2Cost, {
    parallel: availableParallelism(),
    waiting: 32,
  });
  parts.watch?.queue('passwords', passwords.waiting);
  const ports = {
    users: usersUnlessBanned(postgresUsers(sql, seal), bans),
    sessions: sessionsUnlessBanned(postgresSessions(sql), bans),
    keys: postgresApiKeys(sql, bans),
    activity: postgresAudit(sql),
    waysInto: waysInto(sql),
    describeAgent: userAgents(),
    failures: postgresLoginFailures(sql),
    passwords,
    registrations: postgresRateLimit(sql, pseudonym, { name: 'registrations', ...perHour }),
    isOpen: isRegistrationOpen,
    appUrl: origins.appUrl,
    pseudonym,
    digest: sha256,
    newId,
    randomBytes,
    clock,
  };

  const operators = new Set(parts.config.operators);
  const accounts = {
    addressOf,
    isOperator: (user: User) => isOperator(user, operators),
    session: { currentUser: currentUser(ports), cookie: sessionCookie(origins.appUrl) },
    devices: deviceCookieOf(parts),
    register: register(ports),
    logIn: logIn(ports),
    logOut: logOut(ports),
  };
  const people = { ...ports, bans };
  const settings = composeSettings({ sql, seal }, people, ownChanges(redirects.index));
  const socialLogin = composeSocialLogin(parts, ports, bans);
  return { accounts, settings, socialLogin, people };
}

function deviceCookieOf({ origins, secret }: Pick<ApiParts, 'origins' | 'secret'>) {
  const hashes = keyedHashes(secret, 'device-cookie');
  return deviceCookie({ appUrl: origins.appUrl, hashes, randomBytes, clock });
}
