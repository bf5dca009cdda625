import { signInRoutes } from '#adapters/http/sign-in/sign-in';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { supportRoutes } from '#adapters/http/notices/support';
import type { Sql } from '#adapters/postgres/connect';
import { postgresSupportInbox } from '#adapters/postgres/notices/support-inbox';
import type { RoutedLink } from '#core/redirect/routed-link';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import { accountWorld, ada } from '#tests/support/worlds/accounts/account-world';
import { clientsOf, postgresPeople } from '#tests/support/worlds/accounts/postgres-people';
import { appUrl, call, cookieOf, memoryLog, type Answers } from '#tests/support/calls';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import { testSeal } from '#tests/support/seal';

/** Messages to support over Postgres, with a clock that tests set. */
export function supportWorld(sql: Sql) {
  const { users, sessions } = postgresPeople(sql);
  const world = accountWorld({ stores: { users, sessions } });
  const from = { address: '203.0.113.7' };
  const clients = clientsOf(world, () => from.address);
  const links = new Map<string, RoutedLink>();
  const ports = {
    ...world.ports,
    inbox: postgresSupportInbox(sql, testSeal),
    linkAt: (url: string) => links.get(url),
    perSender: rateLimit({ limit: 10, windowMs: hourMs }),
    supportEmail: 'help@go.example',
  };
  const app: Answers = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
    mounted(clients, [
      ...signInRoutes(world.ports, clients),
      ...supportRoutes({ ...ports, ...clients }),
    ]),
  );
  const mails = () => mailsIn(sql, world.time.nowMs);

  /** A signed-in person. */
  async function somebody() {
    const json = { ...ada, email: `Ada.${crypto.randomUUID()}@Example.com` };
    const answer = await call(app, '/api/register', { json });
    const { id } = await answer.json();
    return { id: String(id), email: json.email, cookie: cookieOf(answer) };
  }

  return { app, world, from, links, mails, somebody };
}
