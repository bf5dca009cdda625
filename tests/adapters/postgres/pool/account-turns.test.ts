import { afterAll, expect, test } from 'bun:test';
import { connect } from '#adapters/postgres/connect';
import { accountTurns } from '#adapters/postgres/pool/account-turns';
import { openLocks } from '#adapters/postgres/pool/locks';
import { testDatabase } from '#tests/support/databases/postgres';

const database = await testDatabase();
const pool = connect(database.url, { connections: 1 });
const one = openLocks(database.url);
const other = openLocks(database.url);
afterAll(async () => {
  await Promise.all([pool.end(), one.close(), other.close()]);
  await database.drop();
});

test('work for one account never runs concurrently, on any instance', async () => {
  const turns = [accountTurns(one, 'edits'), accountTurns(other, 'edits')];
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await pool`SELECT 1`;
    running -= 1;
    return running;
  };

  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) => turns[i % 2]?.('ada', work)),
  );

  expect(most).toBe(1);
  expect(results).toEqual(results.map(() => 0));
});

test('accounts do not wait for each other, and their work can use the whole pool', async () => {
  const turns = accountTurns(one, 'edits');
  const begun = Array.from({ length: 40 }, () => Promise.withResolvers<void>());

  const done = await Promise.all(
    begun.map(({ resolve }, account) =>
      turns(`account ${account}`, async () => {
        resolve();
        await Promise.all(begun.map(({ promise }) => promise));
        const [row] = await pool<{ two: number }[]>`SELECT 2 AS two`;
        return row?.two;
      }),
    ),
  );

  expect(done).toEqual(begun.map(() => 2));
});

test('work that waits too long is rejected as unavailable, and is not done', async () => {
  const end = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const long = accountTurns(other, 'edits')('ada', () => {
    begun.resolve();
    return end.promise;
  });
  await begun.promise;
  let isDone = false;

  const refused = accountTurns(
    one,
    'edits',
    100,
  )('ada', async () => {
    isDone = true;
  });

  await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
  end.resolve();
  await long;
  expect(isDone).toBe(false);
});
