import type postgres from 'postgres';
import type { AskedReset } from '#core/accounts/passwords/reset-password';

/**
 * Invalidates all mailed links that set the account's password, and deletes the expired links of all
 * accounts.
 */
export async function endResets(
  tx: postgres.TransactionSql,
  userId: string,
  at: Date,
): Promise<void> {
  await tx`DELETE FROM password_resets WHERE expires_at <= ${at}`;
  await tx`
    UPDATE password_resets SET ended_at = ${at} WHERE user_id = ${userId} AND ended_at IS NULL`;
}

/**
 * Invalidates the links that the requester of a new one was mailed before. Links that other
 * requesters asked for stay valid. Deletes the expired links of all accounts.
 */
export async function endResetsOf(
  tx: postgres.TransactionSql,
  { userId, requesterKey, createdAt }: AskedReset,
): Promise<void> {
  await tx`DELETE FROM password_resets WHERE expires_at <= ${createdAt}`;
  await tx`
    UPDATE password_resets SET ended_at = ${createdAt}
    WHERE user_id = ${userId} AND asker_key = ${requesterKey} AND ended_at IS NULL`;
}
