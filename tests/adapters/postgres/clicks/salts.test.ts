import { afterAll } from 'bun:test';
import { postgresSalts } from '#adapters/postgres/clicks/salts';
import { sharedSaltsContract } from '#tests/contracts/salts';
import { memorySalts } from '#tests/support/memory/salts';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

const database = await testDatabase(schema);
afterAll(() => database.drop());

sharedSaltsContract('in Postgres', async () => {
  await database.sql`DELETE FROM visitor_salts`;
  return postgresSalts(database.sql);
});
sharedSaltsContract('in memory', () => Promise.resolve(memorySalts().shared));
