import type postgres from 'postgres';
import type { IdempotentCall, IdempotentCalls, KeptAnswer } from '#core/accounts/idempotent-calls';
import { dayMs, secondMs } from '#core/shared/time';

type Row = {
  readonly chosen_id: string;
  readonly fingerprint: string;
  readonly finished_at: Date | null;
  readonly status: number;
  readonly answer: string | null;
};

const heldMs = 15 * secondMs;
const keptMs = dayMs;
/** Stored as the status of an answer that was too long. No answer has it: refused calls are not kept. */
const tooLong = 409;

/** Idempotent calls in Postgres. The primary key decides which attempt is the first. */
export function postgresIdempotentCalls(sql: postgres.Sql): IdempotentCalls {
  return {
    async begin(call) {
      await forgetOwn(sql, call);
      const [begun] = await insertOrTakeOver(sql, call);
      if (begun) return { kind: 'begun', chosenId: begun.chosen_id };

      const [row] = await sql<Row[]>`
        SELECT chosen_id, fingerprint, finished_at, status, answer FROM idempotent_calls
        WHERE user_id = ${call.userId} AND idempotency_key = ${call.key}`;
      if (row === undefined) return { kind: 'running' };
      if (row.fingerprint !== call.fingerprint) return { kind: 'different' };
      if (row.finished_at === null) return { kind: 'running' };
      return { kind: 'finished', answer: answerOf(row) };
    },

    async finish({ userId, key, atMs }, answer) {
      const { status, text } =
        'ids' in answer ? { status: tooLong, text: answer.ids.join(' ') } : answer;
      await sql`
        UPDATE idempotent_calls
        SET finished_at = ${new Date(atMs)}, status = ${status}, answer = ${text}
        WHERE user_id = ${userId} AND idempotency_key = ${key}`;
    },

    async letGo({ userId, key, atMs }) {
      await sql`
        UPDATE idempotent_calls SET held_until = ${new Date(atMs)}
        WHERE user_id = ${userId} AND idempotency_key = ${key} AND finished_at IS NULL`;
    },

    async forget({ userId, key, atMs }) {
      await sql`
        DELETE FROM idempotent_calls
        WHERE user_id = ${userId} AND idempotency_key = ${key} AND finished_at IS NULL
          AND held_until = ${heldUntil(atMs)}`;
    },
  };
}

/** Read from a row: instead of an answer that was too long to keep, the ids in it. */
function answerOf({ status, answer: text }: Row): KeptAnswer {
  if (status !== tooLong && text !== null) return { status, text };
  // Before, nothing was kept of an answer that was too long.
  return { ids: (text ?? '').split(' ').filter((id) => id !== '') };
}

/** Deletes calls of more than a day ago, except locked ones. Returns how many. */
export async function forgetIdempotentCalls(sql: postgres.Sql, at: Date): Promise<number> {
  const { count } = await sql`
    DELETE FROM idempotent_calls WHERE (user_id, idempotency_key) IN (
      SELECT user_id, idempotency_key FROM idempotent_calls
      WHERE begun_at <= ${new Date(at.getTime() - keptMs)} FOR UPDATE SKIP LOCKED)`;
  return count;
}

/** When another attempt may take over. The value also identifies the attempt. */
function heldUntil(atMs: number): Date {
  return new Date(atMs + heldMs);
}

/** Frees the key when its call was made long ago. */
async function forgetOwn(sql: postgres.Sql, { userId, key, atMs }: IdempotentCall): Promise<void> {
  await sql`
    DELETE FROM idempotent_calls
    WHERE user_id = ${userId} AND idempotency_key = ${key}
      AND begun_at <= ${new Date(atMs - keptMs)}`;
}

/** Returns the row when this attempt may continue; otherwise none. */
function insertOrTakeOver(sql: postgres.Sql, call: IdempotentCall): Promise<Row[]> {
  const now = new Date(call.atMs);
  return sql<Row[]>`
    INSERT INTO idempotent_calls AS held
      (user_id, idempotency_key, fingerprint, chosen_id, begun_at, held_until)
    VALUES (${call.userId}, ${call.key}, ${call.fingerprint}, ${call.chosenId}, ${now},
      ${heldUntil(call.atMs)})
    ON CONFLICT (user_id, idempotency_key) DO UPDATE SET held_until = excluded.held_until
      WHERE held.finished_at IS NULL AND held.fingerprint = excluded.fingerprint
        AND held.held_until <= ${now}
    RETURNING chosen_id, fingerprint, finished_at, status, answer`;
}
