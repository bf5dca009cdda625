import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { signInRoutes } from '#adapters/http/sign-in/sign-in';
import type { Sql } from '#adapters/postgres/connect';
import type { Mail } from '#core/shared/mail';
import { accountWorld } from '#tests/support/worlds/accounts/account-world';
import { clientsOf, postgresPeople } from '#tests/support/worlds/accounts/postgres-people';
import { appUrl, memoryLog } from '#tests/support/calls';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import { deferInTests } from '#tests/support/settling';

/** Accounts and their password resets over Postgres, with a clock that tests set. */
export function resetWorld(sql: Sql) {
  const { defer, settling } = deferInTests();
  const { users, sessions, resets, keys } = postgresPeople(sql);
  const world = accountWorld({ stores: { users, sessions, resets, keys, defer } });
  const from = { address: '203.0.113.7' };
  const log = memoryLog();
  const clients = clientsOf(world, () => from.address);
  const routes = frame({ appUrl, log, isOutage: () => false }).use(
    mounted(clients, signInRoutes(world.ports, clients)),
  );
  const app = settling(routes);

  return { app, log, world, from, mails: () => mailsIn(sql, world.time.nowMs) };
}

/** The token in the link of a mail. */
export function tokenIn(mail: Mail | undefined): string {
  return /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
