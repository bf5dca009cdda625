import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { accountRoutes } from '#adapters/http/accounts/accounts';
import { passwordResetRoutes } from '#adapters/http/sign-in/password-resets';
import { postgresApiKeys } from '#adapters/postgres/accounts/api-keys';
import { postgresPasswordResets } from '#adapters/postgres/accounts/password-resets';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import type { Mail } from '#core/shared/mail';
import type { Sql } from '#adapters/postgres/connect';
import { resetCases } from '#tests/support/worlds/accounts/account-cases';
import { accountWorld } from '#tests/support/worlds/accounts/account-world';
import { appUrl, memoryLog } from '#tests/support/calls';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import { noBans } from '#tests/support/builders/people';
import { testSeal } from '#tests/support/seal';
import { laterInTests } from '#tests/support/settling';

/** Accounts and their password resets over Postgres, with a clock that tests set. */
export function resetWorld(sql: Sql) {
  const seal = testSeal;
  const users = postgresUsers(sql, seal);
  const world = accountWorld({ keepers: { users, sessions: postgresSessions(sql) } });
  const { later, settling } = laterInTests();
  const ports = {
    ...world,
    users,
    resets: postgresPasswordResets(sql, seal),
    keys: postgresApiKeys(sql, noBans),
    later,
    deviceRequests: rateLimit({ limit: 5, windowMs: hourMs }),
    requests: rateLimit({ limit: 30, windowMs: hourMs }),
    appUrl,
  };
  const from = { address: '203.0.113.7' };
  const addressOf = () => from.address;
  const log = memoryLog();
  const session = { cookie: sessionCookie(appUrl), currentUser: world.currentUser };
  const routes = frame({ appUrl, log, isOutage: () => false }).use(
    mounted({ session }, [
      ...accountRoutes({ ...world, session, addressOf }),
      ...passwordResetRoutes({ ...resetCases(ports), devices: world.devices, addressOf }),
    ]),
  );
  const app = settling(routes);

  return { app, log, world, from, mails: () => mailsIn(sql, world.time.nowMs) };
}

/** The token in the link of a mail. */
export function tokenIn(mail: Mail | undefined): string {
  return /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
