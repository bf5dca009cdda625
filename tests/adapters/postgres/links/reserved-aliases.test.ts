import { afterAll, beforeAll, expect, test } from 'bun:test';
import { postgresLinks } from '#adapters/postgres/links/links';
import { reservedAliases } from '#adapters/postgres/links/reserved-aliases';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { linkWorld, owner } from '#tests/support/worlds/links/link-world';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

test('[reserved-names] a start finds the aliases of links that the version reserves', async () => {
  const person = owner({ id: await newUser(database.sql) });
  const world = linkWorld(postgresLinks(database.sql));
  world.ports.rules.isReserved = () => false;
  const named = async (customAlias: string) => {
    const { link } = await world.createLink(person, {
      originalUrl: 'https://example.com',
      customAlias,
    });
    return link.id;
  };
  expect(await reservedAliases(database.sql)).toEqual([]);

  await named('Pricing');
  await named('free');
  await named('blog');
  await world.deleteLink(person.id, await named('terms'));

  expect(await reservedAliases(database.sql)).toEqual(['blog', 'pricing']);
});
