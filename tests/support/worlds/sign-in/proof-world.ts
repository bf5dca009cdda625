import { profileRoutes } from '#adapters/http/accounts/profile';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { signInRoutes } from '#adapters/http/sign-in/sign-in';
import type { Sql } from '#adapters/postgres/connect';
import { accountWorld } from '#tests/support/worlds/accounts/account-world';
import { clientsOf, postgresPeople } from '#tests/support/worlds/accounts/postgres-people';
import { appUrl, call, cookieOf, memoryLog, type Call } from '#tests/support/calls';
import { deferInTests } from '#tests/support/settling';
import { linkIn, tokenOf } from '#tests/support/readers/mail-files';
import { mailsIn } from '#tests/support/readers/outbox-mails';

export const secret = 'analytical engine';

/** All use cases that prove identities, over Postgres, with a clock that tests set. */
export function proofWorld(sql: Sql) {
  const { defer, settling } = deferInTests();
  const world = accountWorld({ stores: { ...postgresPeople(sql), defer } });
  const { ports } = world;
  // Failed sign-ins survive a world, so each world has a unique address.
  const from = { address: crypto.randomUUID() as string };
  const clients = clientsOf(world, () => from.address);
  const routes = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
    mounted(clients, [...signInRoutes(ports, clients), ...profileRoutes(ports, clients)]),
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
      pending: async () => (await ask('/api/v1/account/email-change')).json(),
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
