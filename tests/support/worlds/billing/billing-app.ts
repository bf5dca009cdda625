import { signInRoutes } from '#adapters/http/sign-in/sign-in';
import { billingRoutes } from '#adapters/http/billing/billing';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { purchaseCookie } from '#adapters/http/cookies/purchase-cookie';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import type { Sql } from '#adapters/postgres/connect';
import { postgresLedger } from '#adapters/postgres/billing/ledger';
import { paidOrTrial } from '#core/billing/entitlement';
import type { TestPayments } from '#adapters/test-payments/provider';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs, minuteMs } from '#core/shared/time';
import { keyedHashes } from '#roots/compose/secrets';
import { accountWorld } from '#tests/support/worlds/accounts/account-world';
import { casesOf } from '#tests/support/worlds/accounts/account-cases';
import { clientsOf, postgresPeople } from '#tests/support/worlds/accounts/postgres-people';
import type { BillingPorts, Payments } from '#core/billing/ports';
import { billingCases, maintenanceOf } from './billing-cases.ts';
import { appUrl, call, cookieOf, memoryLog, type Answers, type Call } from '#tests/support/calls';
import { noBans } from '#tests/support/builders/people';
import { testSeal } from '#tests/support/seal';

type Options = {
  readonly payments: Payments;
  readonly test?: TestPayments;
  readonly time?: { nowMs: number };
};

export const somePassword = 'analytical engine';

/** All billing over Postgres, with a clock that tests set. */
export function billingApp(sql: Sql, { payments, test, time }: Options) {
  const { users, sessions, proofs } = postgresPeople(sql);
  const world = accountWorld({ stores: { users, sessions, proofs } });
  const clock = { now: () => (time ?? world.time).nowMs };
  const ledger = postgresLedger(sql, { provider: payments.name, seal: testSeal });
  const base = { ...world.ports, clock };
  const ports: BillingPorts = {
    ...base,
    payments,
    ledger,
    testCards: test?.cards ?? null,
    isEntitled: paidOrTrial,
    bans: noBans,
    beginnings: rateLimit({ limit: 30, windowMs: hourMs }),
    confirmations: rateLimit({ limit: 120, windowMs: minuteMs }),
    tries: rateLimit({ limit: 30, windowMs: hourMs }),
  };
  const { follow } = billingCases(ports);
  const from = { address: '203.0.113.7' };
  const clients = {
    ...clientsOf(world, () => from.address),
    session: { cookie: sessionCookie(appUrl), currentUser: casesOf(base).currentUser },
    purchase: purchaseCookie(appUrl, keyedHashes(['a secret of the tests'], 'purchases')),
  };
  const log = memoryLog();
  const app: Answers = frame({ appUrl, log, isOutage: () => false }).use(
    mounted(clients, [...signInRoutes(base, clients), ...billingRoutes(ports, clients)]),
  );
  return {
    app,
    log,
    world,
    clock,
    ledger,
    follow,
    from,
    maintenance: maintenanceOf(ports),
    ...callers(app),
  };
}

/** The callers: a new person without an account, and a signed-in person. */
function callers(app: Answers) {
  const newcomer = () => ({
    firstName: 'Ada',
    lastName: 'Byron',
    email: `ada.${crypto.randomUUID()}@example.com`,
  });
  const somebody = async () => {
    const person = newcomer();
    const answer = await call(app, '/api/register', {
      json: { ...person, password: somePassword },
    });
    const cookie = cookieOf(answer);
    const { id }: { id: string } = await answer.json();
    const ask = (path: string, options: Call = {}) => call(app, path, { cookie, ...options });
    const post = (path: string, json: object = {}) => ask(path, { json });
    const planOf = async () => {
      const user: { subscriptionStatus: string } = await (await ask('/api/auth/user')).json();
      return user.subscriptionStatus;
    };
    return { ...person, id, cookie, ask, post, planOf };
  };
  return { newcomer, somebody };
}

/** The fields of a response that a payment needs. */
export async function openedBy(answer: Response) {
  const opened: { clientSecret: string; paymentIntentId: string } = await answer.json();
  return opened;
}

/** Removes all accounts, purchases and events. */
export async function forgetEverybody(sql: Sql): Promise<void> {
  await sql`DELETE FROM users`;
  await sql`DELETE FROM purchases`;
  await sql`
    TRUNCATE payment_failures, payment_events, payment_orphans, payment_lists, payment_accounts,
      outbox`;
}
