import { afterAll, beforeAll, expect, test } from 'bun:test';
import { postgresLinks } from '#adapters/postgres/links';
import { postgresPostbackGenerations } from '#adapters/postgres/postback-generations';
import { linkWorld, owner } from '#tests/support/link-world';
import { newUser } from '#tests/support/people';
import { testDatabase, type TestDatabase } from '#tests/support/postgres';
import { schema } from '#tests/support/schema';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

async function someLink() {
  const userId = await newUser(database.sql);
  const { createLink, deleteLink } = linkWorld(postgresLinks(database.sql));
  const { link } = await createLink(owner({ id: userId }), { originalUrl: 'https://example.com' });
  return { userId, linkId: link.id, remove: () => deleteLink(userId, link.id) };
}

test('a link starts at its first secret, and each replacement makes another the valid one', async () => {
  const generations = postgresPostbackGenerations(database.sql);
  const { userId, linkId } = await someLink();

  expect(await generations.of(linkId)).toBe(1);
  expect(await generations.next(userId, linkId)).toBe(2);
  expect(await generations.next(userId, linkId)).toBe(3);

  expect(await generations.of(linkId)).toBe(3);
});

test('a database that is busy for more than a second is waited for, since a sale may not be told again', async () => {
  const generations = postgresPostbackGenerations(database.sql);
  const { linkId } = await someLink();
  const asked = await database.sql.begin(async (tx) => {
    await tx`LOCK TABLE postback_generations IN ACCESS EXCLUSIVE MODE`;
    const answer = generations.of(linkId).catch((error: unknown) => error);
    await tx`SELECT pg_sleep(1.5)`;
    return { answer };
  });

  expect(await asked.answer).toBe(1);
});

test('replacements side by side all count', async () => {
  const generations = postgresPostbackGenerations(database.sql);
  const { userId, linkId } = await someLink();

  const got = await Promise.all(Array.from({ length: 10 }, () => generations.next(userId, linkId)));

  expect(new Set(got).size).toBe(10);
  expect(await generations.of(linkId)).toBe(11);
});

test('another account cannot replace it, and a deleted link has none (SEC-20)', async () => {
  const generations = postgresPostbackGenerations(database.sql);
  const { userId, linkId, remove } = await someLink();

  expect(await generations.next(await newUser(database.sql), linkId)).toBeNull();
  expect(await generations.of(linkId)).toBe(1);
  await remove();

  expect(await generations.of(linkId)).toBeNull();
  expect(await generations.next(userId, linkId)).toBeNull();
});
