import { afterAll, beforeAll } from 'bun:test';
import { postgresPasswordResets } from '#adapters/postgres/accounts/password-resets';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { postgresLedger } from '#adapters/postgres/billing/ledger';
import type { Mail } from '#core/shared/mail';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { memorySessions, memoryUsers } from '#tests/support/memory/accounts';
import { memoryLedger } from '#tests/support/memory/billing/ledger';
import { memoryResets } from '#tests/support/memory/proofs';
import { testSeal } from '#tests/support/seal';
import { forgetEverybody } from '#tests/support/worlds/billing/billing-app';
import { ledgerChoresContract } from './ledger-chores.ts';
import type { LedgerUnderTest } from './ledger-under-test.ts';
import { purchasesContract } from './purchases.ts';
import { noBans } from '#tests/support/builders/people';
import { subscriptionsContract } from './subscriptions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

async function inMemory(): Promise<LedgerUnderTest> {
  const users = memoryUsers();
  const outbox: Mail[] = [];
  const people = { users, outbox, sessions: memorySessions(users) };
  const resets = memoryResets(people);
  return {
    users,
    resets,
    ledger: memoryLedger({ ...people, resets }),
    removeAccount: async (userId) => users.remove(userId),
    mailed: async () => outbox.map(({ eventKey }) => eventKey),
  };
}

async function inPostgres(): Promise<LedgerUnderTest> {
  const { sql } = database;
  await forgetEverybody(sql);
  return {
    users: postgresUsers(sql, testSeal, noBans),
    resets: postgresPasswordResets(sql, testSeal),
    ledger: postgresLedger(sql, { provider: 'stripe', seal: testSeal }),
    removeAccount: (userId) => sql`DELETE FROM users WHERE id = ${userId}`,
    mailed: async () => {
      const rows = await sql<{ event_key: string }[]>`SELECT event_key FROM outbox ORDER BY id`;
      return rows.map(({ event_key }) => event_key);
    },
  };
}

for (const [name, make] of [
  ['a ledger in memory', inMemory],
  ['a ledger in Postgres', inPostgres],
] as const) {
  purchasesContract(name, make);
  subscriptionsContract(name, make);
  ledgerChoresContract(name, make);
}
