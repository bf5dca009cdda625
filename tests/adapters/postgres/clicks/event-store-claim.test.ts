import { afterAll, expect, test } from 'bun:test';
import { claimEventStore } from '#adapters/postgres/clicks/event-store-claim';
import { testDatabase } from '#tests/support/databases/postgres';
import { eventually } from '#tests/support/waiting';

const { sql, url, drop } = await testDatabase();
afterAll(drop);

const holders = () => sql<{ pid: number }[]>`
  SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE locktype = 'advisory' AND granted AND datname = current_database()`;

test('a claim stays after its connection ends: a second event store is still rejected', async () => {
  const first = await claimEventStore(url, () => {});
  const [before] = await holders();

  await sql`SELECT pg_terminate_backend(${before?.pid ?? 0})`;
  await eventually(holders, (after) => after.length === 1 && after[0]?.pid !== before?.pid);
  const second = await claimEventStore(url, () => {});

  expect(first.isOurs).toBe(true);
  expect(second.isOurs).toBe(false);
  await second.release();
  await first.release();
  expect(await holders()).toHaveLength(0);
});
