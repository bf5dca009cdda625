import { afterAll, describe, expect, test } from 'bun:test';
import { connect } from '#adapters/postgres/connect';
import { SecondConnection } from '#adapters/postgres/pool/one-connection';
import { testDatabase } from '#tests/support/databases/postgres';

const database = await testDatabase();
const pool = connect(database.url);
const otherPool = connect(database.url, { connections: 1 });
afterAll(async () => {
  await Promise.all([pool.end(), otherPool.end()]);
  await database.drop();
});

describe('inside a transaction the pool gives no second connection', () => {
  const ways: Record<string, () => PromiseLike<unknown>> = {
    'a query': () => pool`SELECT 1`,
    'text as a query': () => pool.unsafe('SELECT 1'),
    'a transaction': () => pool.begin((tx) => tx`SELECT 1`),
    'a transaction with options': () => pool.begin('READ ONLY', (tx) => tx`SELECT 1`),
    'a reservation': () => pool.reserve(),
    'a cursor': async () => {
      for await (const rows of pool`SELECT 1`.cursor(1)) return rows;
      return [];
    },
    'a query of a function that was called': async () => {
      await Promise.resolve();
      const ask = async () => pool`SELECT 1`;
      return ask();
    },
  };

  for (const [way, ask] of Object.entries(ways)) {
    test(`${way} rejects, and the transaction is rolled back`, async () => {
      const held = pool.begin(async (tx) => {
        await tx`SELECT 1`;
        await ask();
      });

      expect(await held.catch((error: unknown) => error)).toBeInstanceOf(SecondConnection);
      expect(await pool.begin((tx) => tx`SELECT 1 AS one`)).toMatchObject([{ one: 1 }]);
    });
  }
});

describe('what the rule allows', () => {
  test('a query fragment that is created by the pool', async () => {
    const columns = pool`1 AS one, ${pool('now')} IS NOT NULL AS here`;

    const rows = await pool.begin((tx) => tx`SELECT ${columns} FROM (SELECT now()) AS moments`);

    expect(rows).toMatchObject([{ one: 1, here: true }]);
  });

  test('a transaction of another pool, and concurrent transactions', async () => {
    const inside = await pool.begin(() => otherPool.begin((tx) => tx`SELECT 1 AS one`));
    const beside = await Promise.all(
      Array.from({ length: 30 }, () => pool.begin((tx) => tx`SELECT 1 AS one`)),
    );

    expect(inside).toMatchObject([{ one: 1 }]);
    expect(beside).toHaveLength(30);
  });

  test('work that continues after the transaction that started it', async () => {
    const over = Promise.withResolvers<void>();
    let later: Promise<unknown> = Promise.resolve();

    await pool.begin(async (tx) => {
      await tx`SELECT 1`;
      later = over.promise.then(() => pool`SELECT 1 AS one`);
    });
    over.resolve();

    expect(await later).toMatchObject([{ one: 1 }]);
  });

  test('a failed transaction rejects to its caller', async () => {
    const failed = pool.begin(() => Promise.reject(new Error('refused')));

    await expect(failed).rejects.toThrow('refused');
  });
});
