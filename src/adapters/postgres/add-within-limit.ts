import type postgres from 'postgres';

/** What an account keeps a limited number of. */
export type Limited = {
  /** The table; its rows name their account in `user_id`. */
  readonly table: string;
  readonly userId: string;
  /** How many rows an account has at most. */
  readonly most: number;
};

/** `taken`: a row of the account already has what must be unique. */
export type AddedWithin = 'added' | 'full' | 'taken';

/**
 * Adds a row for an account that has fewer than `most`. Locks the account's row first, so that each
 * of concurrent calls counts the rows before it.
 */
export function addWithinLimit(
  sql: postgres.Sql,
  { table, userId, most }: Limited,
  row: Readonly<Record<string, string | Date>>,
): Promise<AddedWithin> {
  return sql.begin(async (tx): Promise<AddedWithin> => {
    await lockAccount(tx, userId);
    const [held] = await tx<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${tx(table)} WHERE user_id = ${userId}`;
    if (held && held.count >= most) return 'full';

    const added = await tx`
      INSERT INTO ${tx(table)} ${tx({ ...row, user_id: userId })}
      ON CONFLICT DO NOTHING RETURNING 1`;
    return added.length > 0 ? 'added' : 'taken';
  });
}

/**
 * Keeps other transactions from changing what the account keeps until this one ends. Rows that only
 * refer to the account can still be added. Returns whether there is such an account.
 */
export async function lockAccount(tx: postgres.TransactionSql, userId: string): Promise<boolean> {
  const found = await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  return found.length > 0;
}
