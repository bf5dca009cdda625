import { afterAll, expect, test } from 'bun:test';
import { accountTurns } from '#adapters/postgres/account-turns';
import { connect } from '#adapters/postgres/connect';
import { testDatabase } from '#tests/support/postgres';

const database = await testDatabase();
const one = connect(database.url, { connections: 2 });
const other = connect(database.url, { connections: 2 });
afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await database.drop();
});

test('no two works of one account run at the same time, on whichever instance', async () => {
  const turns = [accountTurns(one, 'edits'), accountTurns(other, 'edits')];
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await one`SELECT 1`;
    running -= 1;
    return running;
  };

  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) => turns[i % 2]?.('ada', work)),
  );

  expect(most).toBe(1);
  expect(results).toEqual(results.map(() => 0));
});

test('those who wait leave the connections to others, and other accounts do not wait', async () => {
  const turns = accountTurns(one, 'edits');
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const ada = Array.from({ length: 10 }, () =>
    turns('ada', () => {
      begun.resolve();
      return gate.promise;
    }),
  );
  await begun.promise;

  expect(await turns('grace', () => Promise.resolve('done'))).toBe('done');

  gate.resolve();
  await Promise.all(ada);
});

test('a failure is given on, and the next turn comes', async () => {
  const turns = accountTurns(one, 'edits');

  await expect(turns('ada', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await turns('ada', () => Promise.resolve('next'))).toBe('next');
});
