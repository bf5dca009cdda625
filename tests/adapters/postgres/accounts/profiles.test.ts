import { afterAll, expect, test } from 'bun:test';
import { connect } from '#adapters/postgres/connect';
import { postgresProfiles } from '#adapters/postgres/accounts/profiles';
import { newUser } from '#tests/support/builders/people';
import { testDatabase } from '#tests/support/databases/postgres';
import { closeGate } from '#tests/support/databases/row-gate';
import { schema } from '#tests/support/databases/schema';
import { testSeal } from '#tests/support/seal';

const database = await testDatabase(schema);
const { sql } = database;
const pool = connect(database.url);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const profiles = postgresProfiles(pool, testSeal);
const name = { firstName: 'Augusta', lastName: 'King' };

/** An account with more links than one transaction deletes. */
async function ownerOfMany(): Promise<string> {
  const userId = await newUser(sql);
  await sql`
    INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
    SELECT gen_random_uuid(), ${userId}, 'https://a.example/', substr(md5(${userId} || n), 1, 10),
      now(), now()
    FROM generate_series(1, 2500) AS n`;
  return userId;
}

test('an account with many links can be changed while they are deleted', async () => {
  const userId = await ownerOfMany();
  const gate = await closeGate(sql, { table: 'erasures', at: 'its row' });
  const removal = profiles.remove(userId, 'none');
  await gate.reached(1);

  const renamed = await profiles.rename(userId, name);

  expect(renamed).toMatchObject(name);
  await gate.open();
  expect(await removal).toHaveLength(2500);
  await gate.remove();
  expect(await sql`SELECT FROM users WHERE id = ${userId}`).toHaveLength(0);
  expect(await sql`SELECT FROM links WHERE user_id = ${userId}`).toHaveLength(0);
});

test('two deletions of an account with many links delete it once', async () => {
  const userId = await ownerOfMany();

  const removed = await Promise.all([1, 2].map(() => profiles.remove(userId, 'none')));

  expect(removed).toContain(null);
  expect(await sql`SELECT FROM users WHERE id = ${userId}`).toHaveLength(0);
});

test('another password deletes no link of an account', async () => {
  const userId = await ownerOfMany();

  expect(await profiles.remove(userId, 'another')).toBeNull();

  expect(await sql`SELECT FROM links WHERE user_id = ${userId}`).toHaveLength(2500);
});
