import type { Sql } from '#adapters/postgres/connect';
import { until } from '#tests/support/until';

/** Where a transaction waits: before its row is inserted, or at its commit. */
export type GateAt = 'its row' | 'its commit';

const key = 7_301;

/**
 * A gate for the rows of a table: every insert waits until it opens. Then the transaction continues
 * by itself, as far as its client has already requested.
 */
export async function closeGate(sql: Sql, { table, at }: { table: string; at: GateAt }) {
  const keeper = await sql.reserve();
  await keeper`SELECT pg_advisory_lock(${key})`;
  await sql`
    CREATE OR REPLACE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(${sql.unsafe(String(key))});
      RETURN NEW;
    END $$`;
  const moment =
    at === 'its row'
      ? sql`CREATE TRIGGER gate BEFORE INSERT`
      : sql`CREATE CONSTRAINT TRIGGER gate AFTER INSERT`;
  const late = at === 'its row' ? sql`` : sql`DEFERRABLE INITIALLY DEFERRED`;
  await sql`${moment} ON ${sql(table)} ${late} FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`;

  return {
    /** Waits until this many transactions wait. */
    reached: (count: number) =>
      until(`${count} transactions wait at the gate`, async () => {
        const waiting = await sql`
          SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${key} AND NOT granted`;
        return waiting.count === count;
      }),
    async open(): Promise<void> {
      await keeper`SELECT pg_advisory_unlock(${key})`;
      keeper.release();
    },
    /** Removes the gate; nothing may wait at it. */
    remove: () => sql`DROP TRIGGER gate ON ${sql(table)}`,
  };
}
