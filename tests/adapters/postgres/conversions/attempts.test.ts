import { afterAll, beforeAll, expect, test } from 'bun:test';
import { attemptQueue, postgresAttempts } from '#adapters/postgres/conversions/attempts';
import type { Attempt } from '#core/conversions/reports/attempt';
import { memoryLog } from '#tests/support/calls';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { until } from '#tests/support/until';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

function anAttempt(linkId: string, change: Partial<Attempt> = {}): Attempt {
  return {
    linkId,
    at: new Date(),
    source: 'pixel',
    outcome: 'recorded',
    reason: 'none',
    eventType: 'sale',
    value: '49.99',
    currency: 'USD',
    orderId: 'Ł "1"',
    hasClickId: true,
    ...change,
  };
}

async function aLink(): Promise<{ userId: string; linkId: string }> {
  const { sql } = database;
  const [userId, linkId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  const now = new Date();
  await sql`
    INSERT INTO users ${sql({
      id: userId,
      email: `${userId}@example.com`,
      password: 'x',
      first_name: 'Ada',
      last_name: 'L',
      trial_ends_at: now,
      created_at: now,
      updated_at: now,
    })}`;
  await sql`
    INSERT INTO links ${sql({
      id: linkId,
      user_id: userId,
      original_url: 'https://shop.example/',
      short_code: linkId.slice(-7),
      created_at: now,
      updated_at: now,
    })}`;
  return { userId, linkId };
}

test('attempts are read back unchanged, newest first', async () => {
  const { userId, linkId } = await aLink();
  const attempts = postgresAttempts(database.sql);
  const [first, second] = [
    anAttempt(linkId),
    anAttempt(linkId, { source: 'postback', outcome: 'refused', reason: 'value', value: '٣' }),
  ];

  await attempts.store([first, second]);

  expect(await attempts.newest(userId, linkId)).toEqual(
    [second, first].map((attempt) => ({
      ...attempt,
      number: expect.any(Number),
      linkName: linkId.slice(-7),
    })),
  );
});

test('attempts for links without conversion tracking are shown only to their owner', async () => {
  const attempts = postgresAttempts(database.sql);
  const [own, tracking, other] = [await aLink(), await aLink(), await aLink()];
  await database.sql`
    UPDATE links SET user_id = ${own.userId}, track_conversions = true WHERE id = ${tracking.linkId}`;
  const ignored = { outcome: 'ignored', reason: 'not_tracked' } as const;
  const noted = anAttempt(own.linkId, ignored);

  await attempts.store([noted, anAttempt(tracking.linkId), anAttempt(other.linkId, ignored)]);

  expect(await attempts.newestUntracked(own.userId)).toEqual([
    { ...noted, number: expect.any(Number), linkName: own.linkId.slice(-7) },
  ]);
});

test('[separate-accounts] attempts for another account’s link look like those for an unknown link', async () => {
  const { linkId } = await aLink();
  const stranger = await aLink();
  const attempts = postgresAttempts(database.sql);

  for (const id of [linkId, crypto.randomUUID(), 'x']) {
    await expect(attempts.newest(stranger.userId, id)).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('the newest hundred per link are kept for seven days; those of deleted links are not', async () => {
  const { userId, linkId } = await aLink();
  const attempts = postgresAttempts(database.sql);
  const old = anAttempt(linkId, { at: new Date(Date.now() - 8 * 86_400_000), orderId: 'old' });

  await attempts.store([old, anAttempt(crypto.randomUUID())]);
  expect(await attempts.newest(userId, linkId)).toEqual([]);
  await attempts.store(
    Array.from({ length: 130 }, (_, n) => anAttempt(linkId, { orderId: `${n}` })),
  );

  const [{ count } = { count: 0 }] = await database.sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM conversion_attempts WHERE link_id = ${linkId}`;
  expect(count).toBe(100);
  const newest = await attempts.newest(userId, linkId);
  expect(newest.map(({ orderId }) => orderId).slice(0, 2)).toEqual(['129', '128']);
  expect(newest).toHaveLength(50);
});

test('the queue writes attempts in batches, drops a flood, and survives failures', async () => {
  const batches: number[] = [];
  const log = memoryLog();
  const queue = attemptQueue({
    log,
    store: async (batch) => {
      batches.push(batch.length);
      if (batches.length === 1) throw new Error('away');
    },
  });

  for (let n = 0; n < 1500; n += 1) queue.record(anAttempt('any'));
  await until('the first batch', () => batches.length === 1, 5);
  await until('its failure is said', () => log.lines.length === 1, 5);
  queue.record(anAttempt('any'));
  await until('the second batch', () => batches.length === 2, 5);

  expect(batches).toEqual([1000, 1]);
});
