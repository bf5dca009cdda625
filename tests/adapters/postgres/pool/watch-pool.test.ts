import { afterAll, expect, test } from 'bun:test';
import { connect } from '#adapters/postgres/connect';
import { watchPool } from '#adapters/postgres/pool/watch-pool';
import { testDatabase } from '#tests/support/databases/postgres';
import { until } from '#tests/support/until';

const database = await testDatabase();
afterAll(database.drop);

test('a pool without free connections is reported as not responding, until one is returned', async () => {
  const pool = connect(database.url, { connections: 2 });
  const watch = watchPool(pool, { pauseMs: 5, limitMs: 100 });
  const end = Promise.withResolvers<void>();
  expect(watch.isAnswering()).toBe(true);

  const holders = [1, 2].map(() => pool.begin(() => end.promise));
  await until('the pool is seen not to answer', () => !watch.isAnswering());
  end.resolve();
  await Promise.all(holders);

  await until('the pool is seen to answer', () => watch.isAnswering());
  watch.stop();
  await pool.end();
});

test('a server that rejects connections is reported as not responding', async () => {
  const pool = connect('postgres://nobody:none@127.0.0.1:1/none', { connections: 1 });
  const watch = watchPool(pool, { pauseMs: 5, limitMs: 10_000 });

  await until('the pool is seen not to answer', () => !watch.isAnswering());

  watch.stop();
  await pool.end({ timeout: 0 });
});
