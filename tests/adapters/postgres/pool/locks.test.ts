import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { connect } from '#adapters/postgres/connect';
import { openLocks, type Locks } from '#adapters/postgres/pool/locks';
import { SecondConnection } from '#adapters/postgres/pool/one-connection';
import { TooLate } from '#adapters/postgres/within';
import { testDatabase } from '#tests/support/databases/postgres';
import { until } from '#tests/support/until';

const database = await testDatabase();
const { sql } = database;
const one = openLocks(database.url);
const other = openLocks(database.url);
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});

const holders = () => sql<{ pid: number }[]>`
  SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE locktype = 'advisory' AND granted AND datname = current_database()`;

/** Begins work under a lock; it ends when the test says so. */
async function begin(locks: Locks, name: string) {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const done = locks.unlessHeld(name, () => {
    begun.resolve();
    return end.promise;
  });
  await begun.promise;
  return { end: end.resolve, done };
}

const nothing = () => Promise.resolve();
const canHave = (locks: Locks, name: string) => locks.unlessHeld(name, nothing);

test('while one instance runs a job, no other instance starts it, nor the same one again', async () => {
  const first = await begin(one, 'tidy');

  expect(await canHave(other, 'tidy')).toBe(false);
  expect(await canHave(one, 'tidy')).toBe(false);
  expect(await canHave(other, 'sweep')).toBe(true);

  first.end();
  expect(await first.done).toBe(true);
  expect(await canHave(other, 'tidy')).toBe(true);
});

test('failed work releases its lock and passes on its error', async () => {
  const fail = () => Promise.reject(new Error('away'));

  await expect(one.unlessHeld('tidy', fail)).rejects.toThrow('away');
  await expect(one.exclusively({ name: 'tidy', waitMs: 1000 }, fail)).rejects.toThrow('away');
  expect(await other.exclusively({ name: 'tidy', waitMs: 1000 }, () => Promise.resolve(7))).toBe(7);
});

for (const [where, waiting] of [
  ['on the same instance', one],
  ['on another instance', other],
] as const) {
  test(`${where} a turn that waits too long is given up, and the next one runs`, async () => {
    const first = await begin(one, 'tidy');
    const late = waiting.exclusively({ name: 'tidy', waitMs: 50 }, () => Promise.resolve('done'));
    const patient = waiting.exclusively({ name: 'tidy', waitMs: 20_000 }, () =>
      Promise.resolve('done'),
    );

    await expect(late).rejects.toThrow(TooLate);
    first.end();
    expect(await patient).toBe('done');
    expect(await first.done).toBe(true);
    expect(await holders()).toBeEmpty();
  });
}

test('a killed process releases its locks', async () => {
  const holder = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, '../../../support/processes/lock-holder.ts'),
      database.url,
      'a job',
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  const said = await holder.stdout.getReader().read();
  expect(new TextDecoder().decode(said.value)).toBe('held\n');
  expect(await canHave(one, 'a job')).toBe(false);

  holder.kill('SIGKILL');
  await holder.exited;

  await until('the lock is free', () => canHave(one, 'a job'));
});

test('a lost connection releases its locks, and the end of its work releases no others', async () => {
  const first = await begin(one, 'tidy');
  const [held] = await holders();
  await sql`SELECT pg_terminate_backend(${held?.pid ?? 0})`;
  await until('the lock is free', async () => (await holders()).length === 0);
  const second = await begin(other, 'tidy');

  first.end();
  expect(await first.done).toBe(true);

  expect(await canHave(one, 'tidy')).toBe(false);
  second.end();
  await second.done;
});

test('a lock that is granted after the caller gave up is not kept', async () => {
  const ours = await begin(one, 'find the process');
  const [process_] = await holders();
  if (process_ === undefined) throw new Error('nobody holds the lock');
  ours.end();
  await ours.done;

  process.kill(process_.pid, 'SIGSTOP');
  try {
    await expect(one.exclusively({ name: 'tidy', waitMs: 100 }, nothing)).rejects.toThrow(TooLate);
  } finally {
    process.kill(process_.pid, 'SIGCONT');
  }

  expect(await canHave(one, 'after it')).toBe(true);
  await until('the lock is free', () => canHave(other, 'tidy'));
});

test('a lock cannot be requested inside a transaction', async () => {
  const pool = connect(database.url, { connections: 1 });

  const asked = pool.begin(() => one.exclusively({ name: 'tidy', waitMs: 1000 }, nothing));

  await expect(asked).rejects.toThrow(SecondConnection);
  await pool.end();
});
