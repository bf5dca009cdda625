import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect, type Sql } from '#adapters/postgres/connect';
import { postgresReportedLinks } from '#adapters/postgres/analytics/reported-links';
import { postgresLinks } from '#adapters/postgres/links/links';
import { someLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { waitsForLock } from '#tests/support/databases/waits-for-lock';
import { seedLinks } from '#tests/support/builders/seeded-links';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

/** The stored counts of the account, and the real ones. */
async function countsOf(sql: Sql, userId: string): Promise<[counted: number, there: number]> {
  const [row = { counted: -1, there: -1 }] = await sql<{ counted: number; there: number }[]>`
    SELECT coalesce((SELECT links FROM link_counts WHERE user_id = ${userId}), 0) AS counted,
      (SELECT count(*)::int FROM links WHERE user_id = ${userId}) AS there`;
  return [row.counted, row.there];
}

test('[exact-limits] concurrent additions on several instances never exceed the limit', async () => {
  const { sql, url } = database;
  const pools = [1, 2, 3, 4].map(() => connect(url, { connections: 2 }));
  const instances = pools.map((pool) => postgresLinks(pool, { mostLinks: 2 }));

  const seen: [added: number, ...counts: number[]][] = [];
  for (let round = 0; round < 30; round += 1) {
    const userId = await newUser(sql);
    const kinds = await Promise.all(
      instances.flatMap((links) =>
        [1, 2].map(async () => (await links.add(someLink(userId))).kind),
      ),
    );
    const added = kinds.filter((kind) => kind === 'added').length;
    seen.push([added, ...(await countsOf(sql, userId))]);
  }
  await Promise.all(pools.map((pool) => pool.end()));

  expect(new Set(seen.map(String))).toEqual(new Set(['2,2,2']));
});

test('the count follows every addition and deletion, also in bulk and with the account', async () => {
  const { sql, url } = database;
  const [userId, another] = [await newUser(sql), await newUser(sql)];

  await seedLinks(url, { userId, count: 500, bytes: 500 }, 'Bulk');
  await seedLinks(url, { userId: another, count: 3, bytes: 500 }, 'Few');
  const seeded = await countsOf(sql, userId);
  await sql`DELETE FROM links WHERE user_id IN (${userId}, ${another}) AND number % 2 = 0`;
  const halved = await countsOf(sql, userId);
  await sql`DELETE FROM users WHERE id = ${userId}`;

  expect(seeded).toEqual([500, 500]);
  expect(halved[0]).toBe(halved[1]);
  expect(halved[0]).toBe(250);
  expect(await countsOf(sql, userId)).toEqual([0, 0]);
});

test('adding a link while its account is deleted waits, and neither fails', async () => {
  const { sql, url } = database;
  const pool = connect(url, { connections: 1 });
  const watching = connect(url, { connections: 1 });
  const links = postgresLinks(pool);
  const userId = await newUser(sql);
  await links.add(someLink(userId));

  const adding = await sql.begin(async (tx) => {
    await tx`SELECT FROM users WHERE id = ${userId} FOR UPDATE`;
    const added = links.add(someLink(userId));
    await waitsForLock(watching);
    await tx`DELETE FROM users WHERE id = ${userId}`;
    return { added };
  });
  const { kind } = await adding.added;
  await Promise.all([pool.end(), watching.end()]);

  expect(kind).toBe('full');
  expect(await countsOf(sql, userId)).toEqual([0, 0]);
});

test('the links that track are named by their ids or by those of the others, which of the two are fewer', async () => {
  const { sql } = database;
  const [userId, another] = [await newUser(sql), await newUser(sql)];
  const links = postgresLinks(sql);
  const counts = postgresReportedLinks(sql);
  const tracking = (linkId: string | null = null) => counts.tracking({ userId, linkId });
  const add = async (trackConversions: boolean) => {
    const link = someLink(userId, { trackConversions });
    await links.add(link);
    return link.id;
  };
  const named = (...ids: string[]) => ids.map((id) => id.replaceAll('-', '')).join(',');

  expect(await tracking()).toEqual({ count: 0, among: { ids: '', isComplement: false } });
  const first = await add(true);
  expect(await tracking()).toEqual({ count: 1, among: { ids: '', isComplement: true } });
  const other = await add(false);
  expect(await tracking()).toEqual({
    count: 1,
    among: { ids: named(first), isComplement: false },
  });
  await add(true);
  expect(await tracking()).toEqual({ count: 2, among: { ids: named(other), isComplement: true } });
  expect(await tracking(other)).toEqual({
    count: 1,
    among: { ids: named(other), isComplement: false },
  });
  expect(await counts.tracking({ userId: another, linkId: first })).toBeNull();
});
