import { describe, expect, test } from 'bun:test';
import { connect as connectTo, createServer } from 'node:net';
import { connect, isPostgresOutage } from '#adapters/postgres/connect';
import { testDatabase } from '#tests/support/databases/postgres';

/** Forwards everything to the database, until a query contains the word. */
function silentFrom(url: string, word: string) {
  const { hostname, port } = new URL(url);
  const silent = Promise.withResolvers<void>();
  const proxy = createServer((client) => {
    const upstream = connectTo(Number(port), hostname);
    upstream.on('data', (bytes) => client.write(bytes));
    client.on('data', (bytes) => {
      if (bytes.includes(word)) silent.resolve();
      else upstream.write(bytes);
    });
    client.on('close', () => upstream.destroy());
    client.on('error', () => upstream.destroy());
  }).listen(0, '127.0.0.1');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');

  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${address.port}` }).href,
    isSilent: silent.promise,
    [Symbol.dispose]: () => void proxy.close(),
  };
}

async function fault(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('[database-outages] a connection that the server ends', () => {
  test('fails the transaction that used it, and nothing else', async () => {
    const { sql, url, drop } = await testDatabase();
    const pool = connect(url, { connections: 2 });
    await sql`CREATE TABLE notes (id int)`;

    const error = await fault(
      pool.begin(async (tx) => {
        const [row] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        await sql`SELECT pg_terminate_backend(${row?.pid ?? 0})`;
        await fault(tx`INSERT INTO notes VALUES (1)`);
        await Bun.sleep(5);
        await tx`INSERT INTO notes VALUES (2)`;
      }),
    );

    expect(isPostgresOutage(error)).toBe(true);
    const [kept] = await pool`SELECT count(*)::int AS count FROM notes`;
    expect(kept).toEqual({ count: 0 });
    await pool.end();
    await drop();
  });

  test('fails a reserved connection permanently, while the pool continues', async () => {
    const { sql, url, drop } = await testDatabase();

    // The end of the connection arrives at different moments between the two queries.
    for (let round = 0; round < 20; round += 1) {
      const pool = connect(url, { connections: 2 });
      const reserved = await pool.reserve();
      const [row] = await reserved<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await sql`SELECT pg_terminate_backend(${row?.pid ?? 0})`;

      const first = await fault(reserved`SELECT 1`);
      const second = await fault(reserved`SELECT 1`);
      reserved.release();
      const [alive] = await pool`SELECT 1 AS one`;

      expect([first, second].map(isPostgresOutage)).toEqual([true, true]);
      expect(alive).toEqual({ one: 1 });
      await pool.end();
    }
    await drop();
  });
});

test('[database-outages] a server that stops responding while a connection opens does not end the process', async () => {
  const { url, drop } = await testDatabase();
  using server = silentFrom(url, 'typcategory');
  const pool = connect(server.url, { connections: 1 });

  const asked = fault(pool`SELECT 1`);
  await server.isSilent;
  await pool.end({ timeout: 0 });

  expect(isPostgresOutage(await asked)).toBe(true);
  await drop();
});

describe('outages', () => {
  test('a refused connection is an outage', async () => {
    const pool = connect('postgres://nobody:none@127.0.0.1:1/none', { connections: 1 });

    expect(isPostgresOutage(await fault(pool`SELECT 1`))).toBe(true);
    await pool.end({ timeout: 0 });
  });

  test('a statement timeout is an outage, an invalid statement is not', async () => {
    const { url, drop } = await testDatabase();
    const pool = connect(url, { connections: 1, statementTimeoutMs: 20 });

    expect(isPostgresOutage(await fault(pool`SELECT pg_sleep(5)`))).toBe(true);
    expect(isPostgresOutage(await fault(pool`SELECT nothing`))).toBe(false);
    expect(isPostgresOutage(new Error('defect'))).toBe(false);
    await pool.end();
    await drop();
  });

  test('the victim of a deadlock is an outage: the same call succeeds later', async () => {
    const { sql, url, drop } = await testDatabase();
    const pool = connect(url, { connections: 2 });
    await sql`CREATE TABLE notes (id int)`;
    await sql`INSERT INTO notes VALUES (1), (2)`;
    const bothHold = Promise.withResolvers<void>();
    let holders = 0;
    const lockBoth = (first: number, second: number) =>
      pool.begin(async (tx) => {
        await tx`SELECT id FROM notes WHERE id = ${first} FOR UPDATE`;
        holders += 1;
        if (holders === 2) bothHold.resolve();
        await bothHold.promise;
        await tx`SELECT id FROM notes WHERE id = ${second} FOR UPDATE`;
      });

    const ends = await Promise.all([fault(lockBoth(1, 2)), fault(lockBoth(2, 1))]);

    const errors = ends.filter((end) => end !== null);
    expect(errors).toHaveLength(1);
    expect(errors.every(isPostgresOutage)).toBe(true);
    await pool.end();
    await drop();
  });
});
