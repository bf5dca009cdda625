import { afterAll, beforeAll } from 'bun:test';
import { postgresEmailProofs } from '#adapters/postgres/accounts/email-proofs';
import { postgresPasswordResets } from '#adapters/postgres/accounts/password-resets';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import type { Mail } from '#core/shared/mail';
import { memorySessions, memoryUsers } from '#tests/support/memory/accounts';
import { memoryProofs, memoryResets } from '#tests/support/memory/proofs';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { testSeal } from '#tests/support/seal';
import { noBans } from '#tests/support/builders/people';
import { proofsContract } from './proofs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

proofsContract('links of mails in memory', (bans = noBans) => {
  const users = memoryUsers();
  const sessions = memorySessions(users);
  const outbox: Mail[] = [];
  const people = { users, sessions, outbox };
  return { users, sessions, proofs: memoryProofs(people, bans), resets: memoryResets(people) };
});

proofsContract('links of mails in Postgres', (bans = noBans) => ({
  users: postgresUsers(database.sql, testSeal, noBans),
  sessions: postgresSessions(database.sql, noBans),
  proofs: postgresEmailProofs(database.sql, testSeal, bans),
  resets: postgresPasswordResets(database.sql, testSeal),
}));
