import type { Sql } from '#adapters/postgres/connect';
import { postgresEmailProofs } from '#adapters/postgres/accounts/email-proofs';
import { postgresLoginFailures } from '#adapters/postgres/accounts/login-failures';
import { postgresProfiles } from '#adapters/postgres/accounts/profiles';
import { postgresApiKeys } from '#adapters/postgres/accounts/api-keys';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { currentUser } from '#core/accounts/sign-in/current-user';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { appUrl } from '#tests/support/calls';
import { noBans } from '#tests/support/builders/people';
import { testSeal } from '#tests/support/seal';
import type { accountWorld } from './account-world.ts';

/** The keepers of accounts over Postgres. */
export function postgresPeople(sql: Sql) {
  return {
    users: postgresUsers(sql, testSeal),
    sessions: postgresSessions(sql),
    keys: postgresApiKeys(sql, noBans),
    failures: postgresLoginFailures(sql),
    profiles: postgresProfiles(sql, testSeal),
    proofs: postgresEmailProofs(sql, testSeal),
  };
}

type World = ReturnType<typeof accountWorld>;

/** What the routes of accounts share: sessions, browsers, and where requests come from. */
export function accountFrame(
  { devices, ...world }: World,
  keepers: Pick<ReturnType<typeof postgresPeople>, 'sessions'>,
) {
  const session = {
    cookie: sessionCookie(appUrl),
    currentUser: currentUser({ ...world, ...keepers }),
  };
  // Failed sign-ins survive a world, so each world has a unique address.
  const address = crypto.randomUUID();
  return { session, devices, addressOf: () => address };
}
