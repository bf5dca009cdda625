import type postgres from 'postgres';
import type { User } from '#core/accounts/user';
import { endResets } from './end-resets.ts';

/** A person who has proven an address, but not that they opened its account. */
export type Successor = {
  /** The account's provider from now on. */
  readonly provider: User['provider'];
  /** The account's password hash from now on; null for an account without a password. */
  readonly passwordHash: string | null;
};

/**
 * Stores, in the caller's transaction, that the account's address is proven. Without a successor,
 * the proof is a link that was mailed for this account. A successor proved the address elsewhere,
 * or got in by the address alone. If nobody had proven it before, the person who opened the account
 * may have had no right to the address. Then everything that still lets that person in is removed:
 * password, identities at providers, sessions, API keys, pending changes and resets; and their
 * browsers count as unknown. From an account that was proven before, nothing is removed. Locks the
 * account's row until the end of the transaction.
 */
export async function proveEmail(
  tx: postgres.TransactionSql,
  { userId, at, successor }: { userId: string; at: Date; successor: Successor | null },
): Promise<void> {
  const [unproven] = await tx`
    SELECT 1 FROM users WHERE id = ${userId} AND NOT verified FOR UPDATE`;
  if (unproven === undefined) return;

  await tx`UPDATE users SET verified = true, updated_at = ${at} WHERE id = ${userId}`;
  if (successor !== null) await dropClaims(tx, userId, { at, successor });
}

async function dropClaims(
  tx: postgres.TransactionSql,
  userId: string,
  { at, successor }: { at: Date; successor: Successor },
): Promise<void> {
  await tx`
    UPDATE users
    SET password = ${successor.passwordHash}, provider = ${successor.provider},
      google_id = NULL, facebook_id = NULL, devices_since = ${at}
    WHERE id = ${userId}`;
  await tx`DELETE FROM sessions WHERE user_id = ${userId}`;
  await tx`DELETE FROM api_keys WHERE user_id = ${userId}`;
  await endProofs(tx, userId, at);
  await endResets(tx, userId, at);
}

/** Invalidates all mailed links that prove something for the account. */
export async function endProofs(
  tx: postgres.TransactionSql,
  userId: string,
  at: Date,
): Promise<void> {
  await tx`
    UPDATE email_proofs SET ended_at = ${at} WHERE user_id = ${userId} AND ended_at IS NULL`;
}

/** Cancels the account's pending changes of address. */
export async function endChanges(sql: postgres.ISql, userId: string, at: Date): Promise<void> {
  await sql`
    UPDATE email_proofs SET ended_at = ${at}
    WHERE user_id = ${userId} AND cause = 'change' AND ended_at IS NULL`;
}
