import { frame } from '#adapters/http/frame/frame';
import { accountRoutes } from '#adapters/http/accounts/accounts';
import { passwordResetRoutes } from '#adapters/http/sign-in/password-resets';
import { aesSeal } from '#adapters/mail/seal';
import { postgresOutbox } from '#adapters/postgres/notices/outbox';
import { postgresPasswordResets } from '#adapters/postgres/accounts/password-resets';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { rateLimit } from '#core/shared/rate-limit';
import { hourMs, minuteMs } from '#core/shared/time';
import type { Mail } from '#core/shared/mail';
import type { Sql } from '#adapters/postgres/connect';
import { resetCases } from './account-cases.ts';
import { accountWorld } from './account-world.ts';
import { appUrl, memoryLog } from '#tests/support/calls';
import { laterInTests } from '#tests/support/settling';

const sealKey = { id: new Uint8Array(4).fill(7), key: new Uint8Array(32).fill(7) };

/** Seals what rests in an outbox of tests, and names the addresses of accounts that are deleted. */
export const testSeal = {
  ...aesSeal([sealKey]),
  addressKeys: (email: string): readonly [string] => [
    new Bun.CryptoHasher('sha256', sealKey.key).update(email).digest('hex'),
  ],
};

/** Accounts and the resets of their passwords over Postgres, with a clock that tests move. */
export function resetWorld(sql: Sql) {
  const seal = testSeal;
  const users = postgresUsers(sql, seal);
  const world = accountWorld({ keepers: { users, sessions: postgresSessions(sql) } });
  const { later, settling } = laterInTests();
  const ports = {
    ...world,
    users,
    resets: postgresPasswordResets(sql, seal),
    ...{ later, deviceRequests: rateLimit({ limit: 5, windowMs: hourMs }) },
    requests: rateLimit({ limit: 30, windowMs: hourMs }),
    appUrl,
  };
  const from = { address: '203.0.113.7' };
  const addressOf = () => from.address;
  const log = memoryLog();
  const session = { cookie: sessionCookie(appUrl), currentUser: world.currentUser };
  const routes = frame({ appUrl, log, isOutage: () => false })
    .use(accountRoutes({ ...world, session, addressOf }))
    .use(
      passwordResetRoutes({
        ...resetCases(ports),
        ...{ devices: world.devices, addressOf },
      }),
    );
  const app = settling(routes);

  return { app, log, world, from, mails: () => takeMails(sql, world.time.nowMs) };
}

/** Everything that waits to be mailed, in the order of its causes; then nothing waits. */
export async function takeMails(sql: Sql, nowMs: number): Promise<Mail[]> {
  const outbox = postgresOutbox(sql, testSeal);
  const now = new Date(nowMs);
  const found: Mail[] = [];
  for (;;) {
    const due = await outbox.take(now, new Date(nowMs + minuteMs));
    if (due === null) return found;
    found.push(due.mail);
    await outbox.settle(due.mail.id, now);
  }
}

/** The token in the link of a mail. */
export function tokenIn(mail: Mail | undefined): string {
  return /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
