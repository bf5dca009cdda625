import { afterAll, beforeAll } from 'bun:test';
import { postgresLinks } from '#adapters/postgres/links/links';
import { memoryLinks } from '#tests/support/memory/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { newDomain } from '#tests/support/builders/domains';
import { linkDomainsContract } from './link-domains.ts';
import { linkListsContract } from './link-lists.ts';
import { linkLabelsContract } from './link-labels.ts';
import { linkLimitsContract } from './link-limits.ts';
import { linksContract, type OpenLinks } from './links.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

let drawn = 0;
const aDomain = (number: number) => ({ number, host: `go${number}.shop.example` });

const inMemory: OpenLinks = (options) => ({
  links: memoryLinks(options),
  newUser: async () => Bun.randomUUIDv7(),
  newDomain: async () => aDomain((drawn += 1)),
});
const inPostgres: OpenLinks = (options) => ({
  links: postgresLinks(database.sql, options),
  newUser: () => newUser(database.sql),
  newDomain: (userId) => newDomain(database.sql, userId),
});

linksContract('links in memory', inMemory);
linksContract('links in Postgres', inPostgres);
linkListsContract('links in memory', inMemory);
linkListsContract('links in Postgres', inPostgres);
linkLimitsContract('links in memory', inMemory);
linkLimitsContract('links in Postgres', inPostgres);
linkLabelsContract('links in memory', inMemory);
linkLabelsContract('links in Postgres', inPostgres);
linkDomainsContract('links in memory', inMemory);
linkDomainsContract('links in Postgres', inPostgres);
