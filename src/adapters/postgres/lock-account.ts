import type postgres from 'postgres';

/**
 * Locks the account until the end of the transaction, so that no other transaction changes its
 * data. Rows that only refer to the account can still be added. Returns whether there is such an
 * account.
 */
export async function lockAccount(tx: postgres.TransactionSql, userId: string): Promise<boolean> {
  const found = await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  return found.length > 0;
}
