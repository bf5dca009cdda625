import type postgres from 'postgres';

/**
 * Keeps other transactions from changing what the account keeps until this one ends. Rows that only
 * refer to the account can still be added. Returns whether there is such an account.
 */
export async function lockAccount(tx: postgres.TransactionSql, userId: string): Promise<boolean> {
  const found = await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  return found.length > 0;
}
