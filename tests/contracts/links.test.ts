import { afterAll, beforeAll } from 'bun:test';
import { postgresLinks } from '#adapters/postgres/links';
import { memoryLinks } from '#tests/support/memory-links';
import { newUser } from '#tests/support/people';
import { testDatabase, type TestDatabase } from '#tests/support/postgres';
import { schema } from '#tests/support/schema';
import { linksContract } from './links.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

linksContract('links in memory', () => ({
  links: memoryLinks(),
  newUser: async () => Bun.randomUUIDv7(),
}));

linksContract('links in Postgres', () => ({
  links: postgresLinks(database.sql),
  newUser: () => newUser(database.sql),
}));
