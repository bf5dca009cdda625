import type postgres from 'postgres';
import { z } from 'zod';

type Event = {
  readonly id: string;
  readonly about: { readonly kind: 'payment' | 'subscription'; readonly id: string } | null;
  readonly isFailure: boolean;
};

type Write = {
  readonly body: postgres.JSONValue;
  readonly customerId: string | null;
  readonly dueAt: Date | null;
  readonly events: readonly Event[];
};

type Change<T> = (object: unknown) => { readonly write: Write | null; readonly result: T };

const event = z.object({
  id: z.string(),
  about: z.object({ kind: z.enum(['payment', 'subscription']), id: z.string() }).nullable(),
  isFailure: z.boolean(),
});

/** The state of the built-in test provider, in Postgres. */
export function postgresTestPayments(sql: postgres.Sql) {
  return {
    async find(id: string): Promise<unknown> {
      const [row] = await sql<{ body: unknown }[]>`
        SELECT body FROM test_payments WHERE id = ${id}`;
      return row?.body ?? null;
    },

    change<T>(id: string, change: Change<T>, at: Date): Promise<T> {
      return changeObject(sql, { id, change, at });
    },

    async ofCustomer(customerId: string): Promise<unknown[]> {
      const rows = await sql<{ body: unknown }[]>`
        SELECT body FROM test_payments WHERE customer_id = ${customerId}`;
      return rows.map(({ body }) => body);
    },

    async due(at: Date): Promise<string[]> {
      const rows = await sql<{ id: string }[]>`
        SELECT id FROM test_payments WHERE due_at <= ${at} ORDER BY due_at LIMIT 100`;
      return rows.map(({ id }) => id);
    },

    async eventsSince(at: Date): Promise<Event[]> {
      const rows = await sql<{ body: unknown }[]>`
        SELECT body FROM test_payment_events WHERE created_at >= ${at} ORDER BY created_at, id`;
      return rows.map(({ body }) => event.parse(body));
    },

    async takeEvent(at: Date, leaseUntil: Date) {
      const [row] = await sql<{ body: unknown; attempts: number }[]>`
        UPDATE test_payment_events SET due_at = ${leaseUntil}, attempts = attempts + 1
        WHERE id = (
          SELECT id FROM test_payment_events WHERE due_at <= ${at}
          ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING body, attempts`;
      return row ? { event: event.parse(row.body), attempts: row.attempts } : null;
    },

    async settleEvent(id: string, dueAt: Date | null): Promise<void> {
      await sql`UPDATE test_payment_events SET due_at = ${dueAt} WHERE id = ${id}`;
    },

    async forgetEvents(before: Date): Promise<void> {
      await sql`DELETE FROM test_payment_events WHERE created_at < ${before}`;
    },
  };
}

/** Changes of one object, including its creation, run one after the other. */
async function changeObject<T>(
  sql: postgres.Sql,
  { id, change, at }: { id: string; change: Change<T>; at: Date },
): Promise<T> {
  const { result } = await sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`test payment ${id}`}, 0))`;
    const [row] = await tx<{ body: unknown }[]>`SELECT body FROM test_payments WHERE id = ${id}`;
    const changed = change(row?.body ?? null);
    if (changed.write !== null) await keep(tx, { id, at, write: changed.write });
    return { result: changed.result };
  });
  return result;
}

async function keep(
  tx: postgres.TransactionSql,
  { id, at, write }: { id: string; at: Date; write: Write },
): Promise<void> {
  const { body, customerId, dueAt, events } = write;
  await tx`
    INSERT INTO test_payments (id, customer_id, body, due_at)
    VALUES (${id}, ${customerId}, ${tx.json(body)}, ${dueAt})
    ON CONFLICT (id) DO UPDATE SET body = excluded.body, due_at = excluded.due_at`;
  for (const told of events) {
    await tx`
      INSERT INTO test_payment_events (id, body, created_at, due_at)
      VALUES (${told.id}, ${tx.json(told)}, ${at}, ${at})`;
  }
}
