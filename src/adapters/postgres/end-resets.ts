import type postgres from 'postgres';

/** No mailed link sets the account's password any more; those long over are forgotten. */
export async function endResets(
  tx: postgres.TransactionSql,
  userId: string,
  at: Date,
): Promise<void> {
  await tx`DELETE FROM password_resets WHERE expires_at <= ${at}`;
  await tx`
    UPDATE password_resets SET ended_at = ${at} WHERE user_id = ${userId} AND ended_at IS NULL`;
}
