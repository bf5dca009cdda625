import { afterAll, beforeAll } from 'bun:test';
import { postgresObjects } from '#adapters/postgres/accounts/objects';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { memoryUsers } from '#tests/support/memory/accounts';
import { memoryPictures } from '#tests/support/memory/pictures';
import { testSeal } from '#tests/support/seal';
import { noBans } from '#tests/support/builders/people';
import { picturesContract } from './pictures.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

picturesContract('pictures in memory', async () => {
  const users = memoryUsers();
  const removeAccount = async (userId: string) => users.remove(userId);
  return { users, pictures: memoryPictures(users), removeAccount };
});

picturesContract('pictures in Postgres', async () => {
  const { sql } = database;
  await sql`DELETE FROM objects`;
  return {
    users: postgresUsers(sql, testSeal, noBans),
    pictures: postgresObjects(sql),
    removeAccount: (userId) => sql`DELETE FROM users WHERE id = ${userId}`,
  };
});
