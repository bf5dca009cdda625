import { afterAll, beforeAll } from 'bun:test';
import { postgresLinks } from '#adapters/postgres/links';
import { memoryLinks } from '#tests/support/memory-links';
import { newUser } from '#tests/support/people';
import { testDatabase, type TestDatabase } from '#tests/support/postgres';
import { schema } from '#tests/support/schema';
import { linkListsContract } from './link-lists.ts';
import { linksContract } from './links.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

const inMemory = () => ({ links: memoryLinks(), newUser: async () => Bun.randomUUIDv7() });
const inPostgres = () => ({
  links: postgresLinks(database.sql),
  newUser: () => newUser(database.sql),
});

linksContract('links in memory', inMemory);
linksContract('links in Postgres', inPostgres);
linkListsContract('links in memory', inMemory);
linkListsContract('links in Postgres', inPostgres);
