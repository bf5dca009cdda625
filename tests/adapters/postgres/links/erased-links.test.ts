import { afterAll, expect, test } from 'bun:test';
import { postgresErasedLinks } from '#adapters/postgres/links/erased-links';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

const database = await testDatabase(schema);
const { sql } = database;
afterAll(() => database.drop());

const erase = (linkId: string, within = sql) =>
  within`INSERT INTO erasures (link_id, user_id) VALUES (${linkId}, ${crypto.randomUUID()})`;

test('links erased before and after the start are known, also after their erasure finished', async () => {
  const [before, since, finished] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const erased = postgresErasedLinks(sql);
  await erase(before);
  await erase(finished);
  await sql`UPDATE erasures SET finished_at = now() WHERE link_id = ${finished}`;

  await erased.refresh();
  await erase(since);
  expect([before, since, finished].map(erased.has)).toEqual([true, false, true]);
  await erased.refresh();

  expect(erased.has(since)).toBe(true);
});

test('an erasure that is committed after newer ones is not missed', async () => {
  const [late, young] = [crypto.randomUUID(), crypto.randomUUID()];
  const erased = postgresErasedLinks(sql);
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
  const slow = sql.begin(async (tx) => {
    await tx`INSERT INTO erasures (link_id, user_id) VALUES (${late}, ${crypto.randomUUID()})`;
    wrote();
    await seen;
  });
  await written;
  await erase(young);
  await erased.refresh();
  expect([late, young].map(erased.has)).toEqual([false, true]);

  goOn();
  await slow;
  await erased.refresh();

  expect(erased.has(late)).toBe(true);
});
