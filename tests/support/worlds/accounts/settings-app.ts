import type postgres from 'postgres';
import type { AuditTrail } from '#adapters/http/frame/audit-trail';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { linkRoutes } from '#adapters/http/links/links';
import { noticeRoutes } from '#adapters/http/notices/notices';
import { profileRoutes } from '#adapters/http/accounts/profile';
import { signInRoutes } from '#adapters/http/sign-in/sign-in';
import { settingsRoutes } from '#adapters/http/accounts/settings';
import { postgresLinkDefaults } from '#adapters/postgres/links/link-defaults';
import { postgresLinks } from '#adapters/postgres/links/links';
import { postgresNotices } from '#adapters/postgres/notices/notices';
import { postgresPreferences } from '#adapters/postgres/accounts/preferences';
import { clientsOf, postgresPeople } from './postgres-people.ts';
import { accountWorld } from './account-world.ts';
import { appUrl, call, cookieOf, memoryLog, type Answers, type Call } from '#tests/support/calls';
import { linkWorld } from '#tests/support/worlds/links/link-world';
import { testSeal } from '#tests/support/seal';

export const secret = 'analytical engine';

/** Accounts, their settings and their links in one frame, over a real Postgres. */
export function settingsApp(sql: postgres.Sql, audit?: AuditTrail) {
  const world = accountWorld({ stores: postgresPeople(sql) });
  const links = linkWorld(postgresLinks(sql));
  const removed: string[] = [];
  const ports = {
    ...world.ports,
    redirects: { remove: (linkId: string) => void removed.push(linkId) },
  };
  const { newId, clock } = ports;
  const kept = {
    newId,
    clock,
    defaults: postgresLinkDefaults(sql),
    preferences: postgresPreferences(sql),
    notices: postgresNotices(sql, testSeal),
  };
  const clients = clientsOf(world);
  const app: Answers = frame({
    appUrl,
    log: memoryLog(),
    isOutage: () => false,
    ...(audit && { audit }),
  }).use(
    mounted(clients, [
      ...signInRoutes(ports, clients),
      ...profileRoutes(ports, clients),
      ...settingsRoutes({ ...kept, checksDestinations: false }),
      ...noticeRoutes({ ...kept, appUrl, shortUrl: appUrl }),
      ...linkRoutes({
        ...links.routes,
        heavy: heavyAnswers(),
        defaults: kept.defaults,
        clock,
      }),
    ]),
  );

  /** A new signed-in person who calls. */
  const somebody = async (userAgent = '') => {
    const email = `Ada.${crypto.randomUUID()}@Example.com`;
    const json = { firstName: 'Ada', lastName: 'Byron', email, password: secret };
    const headers = { 'user-agent': userAgent };
    const answer = await call(app, '/api/register', { json, headers });
    return caller(email, cookieOf(answer));
  };
  const caller = (email: string, cookie: string) => ({
    email,
    cookie,
    call: (path: string, options: Call = {}) => call(app, path, { cookie, ...options }),
    /** Another session of the same person. */
    async elsewhere(userAgent = '', password = secret) {
      const json = { email, password };
      const headers = { 'user-agent': userAgent };
      const answer = await call(app, '/api/auth/login', { json, headers });
      return { ...caller(email, cookieOf(answer)), status: answer.status };
    },
  });
  return { app, world, removed, somebody };
}

export type Somebody = Awaited<ReturnType<ReturnType<typeof settingsApp>['somebody']>>;
