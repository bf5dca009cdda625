import type postgres from 'postgres';
import type { IdempotentCall, IdempotentCalls } from '#core/conversions/ports';
import { dayMs, secondMs } from '#core/shared/time';

type Row = { conversion_id: string; fingerprint: string; finished_at: Date | null };

const heldMs = 15 * secondMs;
const keptMs = dayMs;
/** Old calls that each new call deletes, at most. */
const forgottenAtOnce = 100;

/** Idempotent calls in Postgres. The primary key decides which attempt is the first. */
export function postgresIdempotentConversions(sql: postgres.Sql): IdempotentCalls {
  return {
    async begin(call) {
      await forgetOld(sql, call.atMs);
      const [begun] = await insertOrTakeOver(sql, call);
      if (begun) return { kind: 'begun', conversionId: begun.conversion_id };

      const [row] = await sql<Row[]>`
        SELECT conversion_id, fingerprint, finished_at FROM idempotent_conversions
        WHERE user_id = ${call.userId} AND idempotency_key = ${call.key}`;
      if (row === undefined) return { kind: 'running' };
      if (row.fingerprint !== call.fingerprint) return { kind: 'different' };
      if (row.finished_at === null) return { kind: 'running' };
      return { kind: 'finished', conversionId: row.conversion_id };
    },

    async finish({ userId, key, atMs }) {
      await sql`
        UPDATE idempotent_conversions SET finished_at = ${new Date(atMs)}
        WHERE user_id = ${userId} AND idempotency_key = ${key}`;
    },

    async letGo({ userId, key, atMs }) {
      await sql`
        UPDATE idempotent_conversions SET held_until = ${new Date(atMs)}
        WHERE user_id = ${userId} AND idempotency_key = ${key} AND finished_at IS NULL`;
    },

    async forget({ userId, key, atMs }) {
      await sql`
        DELETE FROM idempotent_conversions
        WHERE user_id = ${userId} AND idempotency_key = ${key} AND finished_at IS NULL
          AND held_until = ${heldUntil(atMs)}`;
    },
  };
}

/** When another attempt may take over. The value also identifies the attempt. */
function heldUntil(atMs: number): Date {
  return new Date(atMs + heldMs);
}

/** Skips rows that other transactions are deleting. */
async function forgetOld(sql: postgres.Sql, nowMs: number): Promise<void> {
  await sql`
    DELETE FROM idempotent_conversions WHERE (user_id, idempotency_key) IN (
      SELECT user_id, idempotency_key FROM idempotent_conversions
      WHERE begun_at <= ${new Date(nowMs - keptMs)}
      ORDER BY begun_at LIMIT ${forgottenAtOnce} FOR UPDATE SKIP LOCKED)`;
}

/** Returns the row when this attempt may continue; otherwise none. */
function insertOrTakeOver(sql: postgres.Sql, call: IdempotentCall): Promise<Row[]> {
  const now = new Date(call.atMs);
  return sql<Row[]>`
    INSERT INTO idempotent_conversions AS held
      (user_id, idempotency_key, fingerprint, conversion_id, begun_at, held_until)
    VALUES (${call.userId}, ${call.key}, ${call.fingerprint}, ${call.conversionId}, ${now},
      ${heldUntil(call.atMs)})
    ON CONFLICT (user_id, idempotency_key) DO UPDATE SET held_until = excluded.held_until
      WHERE held.finished_at IS NULL AND held.fingerprint = excluded.fingerprint
        AND held.held_until <= ${now}
    RETURNING conversion_id, fingerprint, finished_at`;
}
