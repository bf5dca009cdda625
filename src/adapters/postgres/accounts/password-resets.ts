import type postgres from 'postgres';
import type { AskedReset } from '#core/accounts/passwords/reset-password';
import type { PasswordResets } from '#core/accounts/ports';
import { foldEmail } from '#core/accounts/user';
import { hourMs } from '#core/shared/time';
import { endResets, endResetsOf } from './end-resets.ts';
import { recordChangedPassword } from '#adapters/postgres/notices/notices';
import { queueMail, type MailSeal } from '#adapters/postgres/notices/outbox';
import { endChanges, proveEmail } from './prove-email.ts';
import { userColumns, userFromRow, type UserRow } from './user-row.ts';

/** Password resets in Postgres. The lock on the account's row orders concurrent callers. */
export function postgresPasswordResets(sql: postgres.Sql, seal: MailSeal): PasswordResets {
  return {
    async open(reset, mail, limit) {
      const { tokenDigest, userId, requesterKey, createdAt, expiresAt } = reset;
      await sql.begin(async (tx) => {
        if (!(await mayAsk(tx, { reset, to: mail.to, limit }))) return;
        await endResetsOf(tx, reset);
        await tx`
          INSERT INTO password_resets (token_digest, user_id, asker_key, created_at, expires_at)
          VALUES (${tokenDigest}, ${userId}, ${requesterKey}, ${createdAt}, ${expiresAt})`;
        await queueMail(tx, { mail, userId, seal });
      });
    },

    async find(tokenDigest, at) {
      const [row] = await sql<UserRow[]>`
        SELECT ${userColumns(sql)}
        FROM password_resets JOIN users ON users.id = password_resets.user_id
        WHERE token_digest = ${tokenDigest} AND ended_at IS NULL AND expires_at > ${at}`;
      return row ? userFromRow(row) : null;
    },

    async use({ tokenDigest, passwordHash, at, mail }) {
      return sql.begin(async (tx) => {
        const userId = await useUp(tx, tokenDigest, at);
        if (userId === null) return false;
        await endResets(tx, userId, at);
        await endChanges(tx, userId, at);
        await proveEmail(tx, { userId, at, successor: { provider: 'email', passwordHash } });
        await tx`
          UPDATE users SET password = ${passwordHash}, devices_since = ${at}, updated_at = ${at}
          WHERE id = ${userId}`;
        await tx`DELETE FROM sessions WHERE user_id = ${userId}`;
        await queueMail(tx, { mail, userId, seal });
        await recordChangedPassword(tx, userId);
        return true;
      });
    },
  };
}

/**
 * Locks the account until the end of the transaction; false when there is none with the address `to`,
 * or when it is over the limit.
 */
async function mayAsk(
  tx: postgres.TransactionSql,
  { reset, to, limit }: { reset: AskedReset; to: string; limit: number | null },
): Promise<boolean> {
  const { userId, createdAt } = reset;
  const [person] = await tx<{ email: string }[]>`
    SELECT email FROM users WHERE id = ${userId} FOR UPDATE`;
  if (person === undefined || foldEmail(person.email) !== foldEmail(to)) return false;
  if (limit === null) return true;
  const since = new Date(createdAt.getTime() - hourMs);
  const [row] = await tx<{ asked: number }[]>`
    SELECT count(*)::int AS asked FROM password_resets
    WHERE user_id = ${userId} AND created_at > ${since}`;
  return row !== undefined && row.asked < limit;
}

/**
 * The account of the reset; null when the reset is not valid any more. Accounts are locked before
 * resets, here as everywhere.
 */
async function useUp(
  tx: postgres.TransactionSql,
  tokenDigest: string,
  at: Date,
): Promise<string | null> {
  await tx`
    SELECT id FROM users
    WHERE id = (SELECT user_id FROM password_resets WHERE token_digest = ${tokenDigest})
    FOR UPDATE`;
  const [row] = await tx<{ user_id: string }[]>`
    UPDATE password_resets SET ended_at = ${at}
    WHERE token_digest = ${tokenDigest} AND ended_at IS NULL AND expires_at > ${at}
    RETURNING user_id`;
  return row?.user_id ?? null;
}
