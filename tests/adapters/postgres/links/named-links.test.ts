import { afterAll, beforeAll, expect, test } from 'bun:test';
import { postgresLinks } from '#adapters/postgres/links/links';
import { postgresNamedLinks } from '#adapters/postgres/links/named-links';
import { linkWorld, owner } from '#tests/support/worlds/links/link-world';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

async function someLink(customAlias: string) {
  const userId = await newUser(database.sql);
  const world = linkWorld(postgresLinks(database.sql));
  const person = owner({ id: userId });
  const wish = { originalUrl: 'https://example.com', customAlias };
  const { link } = await world.createLink(person, wish);
  return {
    userId,
    link,
    rename: (alias: string) => world.editLink(person, link.id, { customAlias: alias }),
  };
}

test('a link is found by its id, its number, its exact code, and every alias it has had', async () => {
  const { findNamed } = postgresNamedLinks(database.sql);
  const { userId, link, rename } = await someLink('First');
  await rename('Second');

  for (const naming of [
    { by: 'id', id: link.id },
    { by: 'number', number: link.number },
    { by: 'name', name: link.shortCode },
    { by: 'name', name: 'fIRST' },
    { by: 'name', name: 'second' },
  ] as const) {
    expect((await findNamed(userId, naming))?.id).toBe(link.id);
  }
  const otherCase = [...link.shortCode]
    .map((letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    .join('');
  expect(await findNamed(userId, { by: 'name', name: otherCase })).toBeNull();
});

test('[separate-accounts] another account’s link is not found by any name', async () => {
  const { findNamed } = postgresNamedLinks(database.sql);
  const { link } = await someLink('Theirs');
  const { userId } = await someLink('Mine');

  for (const naming of [
    { by: 'id', id: link.id },
    { by: 'id', id: 'nonsense' },
    { by: 'number', number: link.number },
    { by: 'number', number: 2 ** 48 - 1 },
    { by: 'name', name: link.shortCode },
    { by: 'name', name: 'theirs' },
    { by: 'name', name: "' OR 1=1 --" },
  ] as const) {
    expect(await findNamed(userId, naming)).toBeNull();
  }
});
