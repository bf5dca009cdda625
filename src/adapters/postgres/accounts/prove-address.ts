import type postgres from 'postgres';
import type { User } from '#core/accounts/user';
import { endResets } from './end-resets.ts';

/** Somebody who has proven an address without having shown that its account is theirs. */
export type Successor = {
  /** What they come by from now on. */
  readonly provider: User['provider'];
  /** What they sign in with from now on; null when they do without a password. */
  readonly passwordHash: string | null;
};

/**
 * Notes, within the caller's transaction, that the account's address is proven. Without a successor
 * it was proven by a link that was mailed for this account. A successor proved it elsewhere, or got
 * in by the address alone: if nobody had proven it before them, whoever opened the account may have
 * had no right to the address. Then everything that still lets the opener in is dropped: password,
 * identities at providers, sessions, API keys, pending changes and resets; and their browsers are
 * strangers. Of an account that was proven before nothing is dropped. Holds the account's row until the end of the transaction.
 */
export async function proveAddress(
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

/** No mailed link proves anything for the account any more. */
export async function endProofs(
  tx: postgres.TransactionSql,
  userId: string,
  at: Date,
): Promise<void> {
  await tx`
    UPDATE email_proofs SET ended_at = ${at} WHERE user_id = ${userId} AND ended_at IS NULL`;
}

/** The account keeps the address that it has. */
export async function endChanges(sql: postgres.ISql, userId: string, at: Date): Promise<void> {
  await sql`
    UPDATE email_proofs SET ended_at = ${at}
    WHERE user_id = ${userId} AND cause = 'change' AND ended_at IS NULL`;
}
