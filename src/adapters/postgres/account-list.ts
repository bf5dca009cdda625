import type postgres from 'postgres';
import type { AccountList } from '#core/shared/account-list';
import type { NewId } from '#core/shared/ids';
import { accountFull, conflictAt, notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { lockAccount } from './lock-account.ts';
import { isUniqueViolation } from './or-taken.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

export type ListParts = {
  readonly sql: postgres.Sql;
  readonly newId: NewId;
  readonly clock: Clock;
};

type Kind = {
  /** Its rows have `id`, `user_id`, `created_at` and a column for each field. */
  readonly table: string;
  /** The columns that are read. */
  readonly columns: Fragment;
  readonly order: Fragment;
  /** How many an account may have. */
  readonly most: number;
  /** The singular and plural names on screens. */
  readonly one: string;
  readonly many: string;
};

/**
 * A list of one kind of thing, of which an account has few, in a table of Postgres. It is deleted
 * with the account.
 */
export function postgresAccountList<Thing extends { readonly id: string }>(
  { sql, newId, clock }: ListParts,
  { table, columns, order, most, one, many }: Kind,
): AccountList<Thing> {
  const taken = () => conflictAt('name', `You already have a ${one} with this name`);

  return {
    async of(userId) {
      const rows = await sql<Thing[]>`
        SELECT ${columns} FROM ${sql(table)} WHERE user_id = ${userId} ORDER BY ${order}`;
      return rows.map((row) => ({ ...row }));
    },

    // Each of concurrent calls counts the rows of the calls before it.
    async add(userId, fields) {
      const added: Thing[] = [];
      await sql.begin(async (tx) => {
        await lockAccount(tx, userId);
        const [held] = await tx<{ count: number }[]>`
          SELECT count(*)::int AS count FROM ${tx(table)} WHERE user_id = ${userId}`;
        if (held && held.count >= most) throw accountFull(most, many);

        const nowMs = clock.now();
        const row: Row = {
          ...givenOf(fields),
          ...{ id: newId(nowMs), user_id: userId, created_at: new Date(nowMs) },
        };
        const rows = await tx<Thing[]>`
          INSERT INTO ${tx(table)} ${tx(row)} ON CONFLICT DO NOTHING RETURNING ${columns}`;
        added.push(...rows);
      });
      const [thing] = added;
      if (thing === undefined) throw taken();
      return { ...thing };
    },

    async change(userId, id, fields) {
      // `user_id` is set to its own value, because a change may be empty and SQL needs at least one
      // column.
      const columnsToSet = { ...givenOf(fields), user_id: userId };
      const [changed] = await sql<Thing[]>`
        UPDATE ${sql(table)} SET ${sql(columnsToSet)}
        WHERE id = ${id} AND user_id = ${userId} RETURNING ${columns}`.catch((error: unknown) => {
        throw isUniqueViolation(error) ? taken() : error;
      });
      if (changed === undefined) throw notFound();
      return { ...changed };
    },

    remove: (userId, id) =>
      sql.begin(async (tx) => {
        await lockAccount(tx, userId);
        const removed = await tx`
          DELETE FROM ${tx(table)} WHERE id = ${id} AND user_id = ${userId} RETURNING 1`;
        if (removed.length === 0) throw notFound();
      }),
  };
}

type Row = Record<string, string | number | boolean | Date | null>;

function givenOf(fields: object): Row {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
