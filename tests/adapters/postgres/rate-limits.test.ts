import { afterAll, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { postgresRateLimit } from '#adapters/postgres/rate-limits';
import { connect } from '#adapters/postgres/connect';
import { minuteMs } from '#core/shared/time';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

const database = await testDatabase(schema);
const [sql, elsewhere] = [connect(database.url), connect(database.url)];
afterAll(async () => {
  await Promise.all([sql.end(), elsewhere.end()]);
  await database.drop();
});

const nowMs = Date.UTC(2026, 10, 21, 12);
const pseudonym = (text: string) => createHmac('sha256', 'a key').update(text).digest('hex');

/** A limit for one test, as two instances use it. */
function aLimit(limit: number) {
  const policy = { name: crypto.randomUUID(), limit, windowMs: 10 * minuteMs };
  return [
    postgresRateLimit(sql, pseudonym, policy),
    postgresRateLimit(elsewhere, pseudonym, policy),
  ] as const;
}

describe('[rate-limits] a limit of several instances', () => {
  test('counts requests to every instance, and says how long to wait', async () => {
    const [here, there] = aLimit(2);

    expect(await here.waitSeconds('a', nowMs)).toBe(0);
    expect(await there.waitSeconds('a', nowMs + minuteMs)).toBe(0);
    expect(await here.waitSeconds('a', nowMs + 2 * minuteMs)).toBe(8 * 60);
    expect(await there.waitSeconds('b', nowMs + 2 * minuteMs)).toBe(0);
    expect(await there.waitSeconds('a', nowMs + 10 * minuteMs)).toBe(0);
    expect(await here.waitSeconds('a', nowMs + 10 * minuteMs)).toBe(60);
  });

  test('allows exactly its number, for any number of concurrent requests', async () => {
    const [here, there] = aLimit(5);

    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? here : there).waitSeconds('a', nowMs)),
    );

    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    expect(waits.filter((wait) => wait > 0)).toHaveLength(35);
  });

  test('counts requests in the future after the clock was set back', async () => {
    const [here] = aLimit(1);
    await here.waitSeconds('a', nowMs + minuteMs);

    expect(await here.waitSeconds('a', nowMs)).toBeGreaterThan(0);
    expect(await here.waitSeconds('a', nowMs - 60 * minuteMs)).toBe(0);
  });

  test('stores no plain key, and deletes expired entries', async () => {
    const [here] = aLimit(1);
    await here.waitSeconds('203.0.113.77', nowMs);
    const kept = await sql`SELECT rate_limits::text FROM rate_limits`;

    await here.waitSeconds('another', nowMs + 70 * minuteMs);

    expect(JSON.stringify(kept)).not.toContain('203.0.113');
    expect(await sql`SELECT 1 FROM rate_limits`).toHaveLength(1);
  });
});
