import { accountRoutes } from '#adapters/http/accounts/accounts';
import { apiKeyRoutes } from '#adapters/http/accounts/api-keys';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { passwordResetRoutes } from '#adapters/http/sign-in/password-resets';
import { profileRoutes } from '#adapters/http/accounts/profile';
import { proofRoutes } from '#adapters/http/sign-in/proofs';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { postgresApiKeys } from '#adapters/postgres/accounts/api-keys';
import type { Sql } from '#adapters/postgres/connect';
import { postgresEmailProofs } from '#adapters/postgres/accounts/email-proofs';
import { postgresLoginFailures } from '#adapters/postgres/accounts/login-failures';
import { postgresPasswordResets } from '#adapters/postgres/accounts/password-resets';
import { postgresProfiles } from '#adapters/postgres/accounts/profiles';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import { profileCases, proofCases, resetCases } from '#tests/support/worlds/accounts/account-cases';
import { accountWorld } from '#tests/support/worlds/accounts/account-world';
import { appUrl, call, cookieOf, memoryLog, type Call } from '#tests/support/calls';
import { laterInTests } from '#tests/support/settling';
import { linkIn, tokenOf } from '#tests/support/readers/mail-files';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import { noBans } from '#tests/support/builders/people';
import { testSeal } from '#tests/support/seal';

export const secret = 'analytical engine';

/** All use cases that prove identities, over Postgres, with a clock that tests set. */
export function proofWorld(sql: Sql) {
  const keepers = {
    users: postgresUsers(sql, testSeal),
    sessions: postgresSessions(sql),
    failures: postgresLoginFailures(sql),
  };
  const world = accountWorld({ keepers });
  const { later, settling } = laterInTests();
  const ports = {
    ...world,
    ...keepers,
    keys: postgresApiKeys(sql, noBans),
    proofs: postgresEmailProofs(sql, testSeal),
    profiles: postgresProfiles(sql, testSeal),
    resets: postgresPasswordResets(sql, testSeal),
    later,
    deviceRequests: rateLimit({ limit: 5, windowMs: hourMs }),
    requests: rateLimit({ limit: 30, windowMs: hourMs }),
    redirects: { remove: () => {} },
  };
  const session = { cookie: sessionCookie(appUrl), currentUser: world.currentUser };
  // Failed sign-ins survive a world, so each world has a unique address.
  const from = { address: crypto.randomUUID() as string };
  const account = { session, devices: world.devices, addressOf: () => from.address };
  const routes = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
    mounted({ session }, [
      ...accountRoutes({ ...world, ...account }),
      ...profileRoutes({ ...account, ...profileCases(ports), ...proofCases(ports) }),
      ...proofRoutes({ ...account, ...proofCases(ports) }),
      ...passwordResetRoutes({ ...account, ...resetCases(ports) }),
      ...apiKeyRoutes(ports, session),
    ]),
  );
  const app = settling(routes);
  const mails = () => mailsIn(sql, world.time.nowMs);

  /** A new signed-in person, the token of their welcome mail, and their use cases. */
  async function somebody(email = `Ada.${crypto.randomUUID()}@Example.com`) {
    const json = { firstName: 'Ada', lastName: 'Byron', email, password: secret };
    const cookie = cookieOf(await call(app, '/api/register', { json }));
    const welcome = tokenOf(linkIn((await mails()).at(-1), '/verify'));
    return { ...caller(email, cookie), welcome };
  }

  function caller(email: string, cookie: string) {
    const ask = (path: string, options: Call = {}) => call(app, path, { cookie, ...options });
    return {
      email,
      cookie,
      call: ask,
      me: async () => (await ask('/api/auth/user')).json(),
      isIn: async () => (await ask('/api/auth/user')).status === 200,
      verify: (token: string) => ask('/api/auth/verify-email', { json: { token } }),
      changeEmail: (to: string) => ask('/api/profile', { method: 'PUT', json: { email: to } }),
      pending: async () => (await ask('/api/profile/email-change')).json(),
      sayPassword: (password = secret) => ask('/api/auth/reauthenticate', { json: { password } }),
      newKey: () => ask('/api/keys', { json: { name: 'Shop', scopes: ['conversions:write'] } }),
      /** Another session of the same person. */
      async elsewhere(password = secret, as = email) {
        const answer = await call(app, '/api/auth/login', { json: { email: as, password } });
        return { ...caller(email, cookieOf(answer)), status: answer.status };
      },
    };
  }

  return { app, world, ports, from, mails, somebody };
}
