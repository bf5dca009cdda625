import { afterAll, beforeAll } from 'bun:test';
import { postgresLoginFailures } from '#adapters/postgres/accounts/login-failures';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { memoryLoginFailures, memorySessions, memoryUsers } from '#tests/support/memory/accounts';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { testSeal } from '#tests/support/seal';
import { schema } from '#tests/support/databases/schema';
import { noBans } from '#tests/support/builders/people';
import { accountsContract } from './accounts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

accountsContract('accounts in memory', (bans = noBans) => {
  const users = memoryUsers({ bans });
  const sessions = memorySessions(users, bans);
  return { users, sessions, failures: memoryLoginFailures() };
});

accountsContract('accounts in Postgres', (bans = noBans) => ({
  users: postgresUsers(database.sql, testSeal, bans),
  sessions: postgresSessions(database.sql, bans),
  failures: postgresLoginFailures(database.sql),
}));
