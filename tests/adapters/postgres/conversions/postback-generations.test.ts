import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect, type Sql } from '#adapters/postgres/connect';
import { postgresLinks } from '#adapters/postgres/links/links';
import { postgresPostbackGenerations } from '#adapters/postgres/conversions/postback-generations';
import { linkWorld, owner } from '#tests/support/worlds/links/link-world';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { waitsForLock } from '#tests/support/databases/waits-for-lock';

let database: TestDatabase;
/** Another instance's connections. */
let elsewhere: Sql;
beforeAll(async () => {
  database = await testDatabase(schema);
  elsewhere = connect(database.url, { connections: 1 });
});
afterAll(async () => {
  await elsewhere.end();
  await database.drop();
});

async function someLink() {
  const userId = await newUser(database.sql);
  const { createLink, deleteLink } = linkWorld(postgresLinks(database.sql));
  const { link } = await createLink(owner({ id: userId }), { originalUrl: 'https://example.com' });
  return { userId, linkId: link.id, remove: () => deleteLink(userId, link.id) };
}

test('a link starts with its first secret, and each replacement makes the next one valid', async () => {
  const generations = postgresPostbackGenerations(database.sql);
  const { userId, linkId } = await someLink();

  expect(await generations.of(linkId)).toBe(1);
  expect(await generations.next(userId, linkId)).toBe(2);
  expect(await generations.next(userId, linkId)).toBe(3);

  expect(await generations.of(linkId)).toBe(3);
});

test('a slow database is awaited for more than a second, since a sale may not be reported again', async () => {
  const generations = postgresPostbackGenerations(elsewhere);
  const { linkId } = await someLink();
  const asked = await database.sql.begin(async (tx) => {
    await tx`LOCK TABLE postback_generations IN ACCESS EXCLUSIVE MODE`;
    const answer = generations.of(linkId).catch((error: unknown) => error);
    await tx`SELECT pg_sleep(1.1)`;
    return { answer };
  });

  expect(await asked.answer).toBe(1);
});

test('concurrent replacements all count', async () => {
  const generations = postgresPostbackGenerations(database.sql);
  const { userId, linkId } = await someLink();

  const got = await Promise.all(Array.from({ length: 10 }, () => generations.next(userId, linkId)));

  expect(new Set(got).size).toBe(10);
  expect(await generations.of(linkId)).toBe(11);
});

test('[separate-accounts] another account cannot replace the secret, and a deleted link has none', async () => {
  const generations = postgresPostbackGenerations(database.sql);
  const { userId, linkId, remove } = await someLink();

  expect(await generations.next(await newUser(database.sql), linkId)).toBeNull();
  expect(await generations.of(linkId)).toBe(1);
  await remove();

  expect(await generations.of(linkId)).toBeNull();
  expect(await generations.next(userId, linkId)).toBeNull();
});

test('a link that is deleted at the same moment gets no new secret', async () => {
  const { userId, linkId } = await someLink();
  const deleted = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const deleting = elsewhere.begin(async (tx) => {
    await tx`DELETE FROM links WHERE id = ${linkId}`;
    deleted.resolve();
    await commit.promise;
  });

  await deleted.promise;
  const next = postgresPostbackGenerations(database.sql).next(userId, linkId);
  await waitsForLock(database.sql);
  commit.resolve();
  await deleting;

  expect(await next).toBeNull();
});
