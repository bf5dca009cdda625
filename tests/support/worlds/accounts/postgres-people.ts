import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { ticketCookie } from '#adapters/http/cookies/ticket-cookie';
import type { Clients } from '#adapters/http/sign-in/login-visitor';
import { postgresApiKeys } from '#adapters/postgres/accounts/api-keys';
import { postgresAudit } from '#adapters/postgres/accounts/audit';
import { postgresEmailProofs } from '#adapters/postgres/accounts/email-proofs';
import { postgresLoginFailures } from '#adapters/postgres/accounts/login-failures';
import { postgresPasswordResets } from '#adapters/postgres/accounts/password-resets';
import { postgresProfiles } from '#adapters/postgres/accounts/profiles';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresSocialAccounts, waysInto } from '#adapters/postgres/accounts/social-accounts';
import { postgresSocialTickets } from '#adapters/postgres/accounts/social-tickets';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import type { Sql } from '#adapters/postgres/connect';
import { userAgents } from '#adapters/user-agent/describe-agent';
import type { AccountPorts } from '#core/accounts/ports';
import { noBans } from '#tests/support/builders/people';
import { appUrl } from '#tests/support/calls';
import { testSeal as seal } from '#tests/support/seal';
import type { accountWorld } from './account-world.ts';

/** The stores of accounts in Postgres. */
export function postgresPeople(sql: Sql, bans = noBans) {
  return {
    users: postgresUsers(sql, seal, bans),
    sessions: postgresSessions(sql, bans),
    keys: postgresApiKeys(sql, bans),
    failures: postgresLoginFailures(sql),
    proofs: postgresEmailProofs(sql, seal, bans),
    resets: postgresPasswordResets(sql, seal),
    profiles: postgresProfiles(sql, seal),
    social: postgresSocialAccounts(sql, seal, bans),
    tickets: postgresSocialTickets(sql),
    activity: postgresAudit(sql),
    waysInto: waysInto(sql),
    describeAgent: userAgents(),
  } satisfies Partial<AccountPorts>;
}

type World = Pick<ReturnType<typeof accountWorld>, 'devices' | 'currentUser' | 'ports'>;

/**
 * How the routes of a world know clients. Failed sign-ins in Postgres survive a world, so each world
 * has a unique address.
 */
export function clientsOf(
  { devices, currentUser, ports }: World,
  addressOf: Clients['addressOf'] = uniqueAddress(),
) {
  const session = { cookie: sessionCookie(ports.appUrl), currentUser };
  return { session, devices, addressOf, ticketCookie: ticketCookie(appUrl) };
}

function uniqueAddress(): () => string {
  const address = crypto.randomUUID();
  return () => address;
}
