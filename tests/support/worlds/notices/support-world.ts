import { accountRoutes } from '#adapters/http/accounts/accounts';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { supportRoutes } from '#adapters/http/notices/support';
import type { Sql } from '#adapters/postgres/connect';
import { postgresLetters } from '#adapters/postgres/notices/letters';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import type { RoutedLink } from '#core/redirect/routed-link';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import { accountWorld, ada } from '#tests/support/worlds/accounts/account-world';
import { appUrl, call, cookieOf, memoryLog, type Answers } from '#tests/support/calls';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import { testSeal } from '#tests/support/seal';

/** Messages to support over Postgres, with a clock that tests set. */
export function supportWorld(sql: Sql) {
  const keepers = { users: postgresUsers(sql, testSeal), sessions: postgresSessions(sql) };
  const world = accountWorld({ keepers });
  const from = { address: '203.0.113.7' };
  const addressOf = () => from.address;
  const session = { cookie: sessionCookie(appUrl), currentUser: world.currentUser };
  const links = new Map<string, RoutedLink>();
  const ports = {
    ...world,
    letters: postgresLetters(sql, testSeal),
    linkAt: (url: string) => links.get(url),
    perSender: rateLimit({ limit: 10, windowMs: hourMs }),
    supportEmail: 'help@go.example',
    addressOf,
  };
  const app: Answers = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
    mounted({ session }, [
      ...accountRoutes({ ...world, session, addressOf }),
      ...supportRoutes({ ...ports, session }),
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
