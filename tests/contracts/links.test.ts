import { afterAll, beforeAll } from 'bun:test';
import { postgresLinks } from '#adapters/postgres/links/links';
import { memoryLinks } from '#tests/support/memory/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { linkListsContract } from './link-lists.ts';
import { linkLabelsContract } from './link-labels.ts';
import { linkLimitsContract } from './link-limits.ts';
import { linksContract, type OpenLinks } from './links.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

const inMemory: OpenLinks = (options) => ({
  links: memoryLinks(options),
  newUser: async () => Bun.randomUUIDv7(),
});
const inPostgres: OpenLinks = (options) => ({
  links: postgresLinks(database.sql, options),
  newUser: () => newUser(database.sql),
});

linksContract('links in memory', inMemory);
linksContract('links in Postgres', inPostgres);
linkListsContract('links in memory', inMemory);
linkListsContract('links in Postgres', inPostgres);
linkLimitsContract('links in memory', inMemory);
linkLimitsContract('links in Postgres', inPostgres);
linkLabelsContract('links in memory', inMemory);
linkLabelsContract('links in Postgres', inPostgres);
