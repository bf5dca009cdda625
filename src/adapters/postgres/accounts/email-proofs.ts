import type postgres from 'postgres';
import { type Bans, refuseBanned } from '#core/accounts/banned';
import { type EmailProof, proofsPerHour } from '#core/accounts/email-proofs';
import type { EmailProofs } from '#core/accounts/ports';
import { foldEmail } from '#core/accounts/user';
import type { Mail } from '#core/shared/mail';
import { hourMs, secondMs } from '#core/shared/time';
import { endResets } from './end-resets.ts';
import { queueMail, type MailSeal } from '#adapters/postgres/notices/outbox';
import { orTaken } from '#adapters/postgres/or-taken';
import { endChanges, endProofs, proveEmail } from './prove-email.ts';
import { userColumns, userFromRow, type UserRow } from './user-row.ts';

type ProofRow = {
  readonly token_digest: string;
  readonly user_id: string;
  readonly proof_email: string;
  readonly cause: EmailProof['cause'];
  readonly proof_created_at: Date;
  readonly expires_at: Date;
};

/** Proofs of addresses in Postgres. The lock on the account's row orders concurrent callers. */
export function postgresEmailProofs(sql: postgres.Sql, seal: MailSeal, bans: Bans): EmailProofs {
  return {
    open: openProofs(sql, seal),

    async find(tokenDigest, at) {
      const [row] = await sql<(ProofRow & UserRow)[]>`
        SELECT ${userColumns(sql)}, token_digest, user_id, email_proofs.email AS proof_email, cause,
          email_proofs.created_at AS proof_created_at, expires_at
        FROM email_proofs JOIN users ON users.id = email_proofs.user_id
        WHERE token_digest = ${tokenDigest} AND ended_at IS NULL AND expires_at > ${at}`;
      if (row === undefined) return null;
      const [proof, user] = [proofFromRow(row), userFromRow(row)];
      refuseBanned(bans, { userId: user.id, emails: [proof.email, user.email] });
      return { proof, user };
    },

    async isProven(tokenDigest) {
      const [proven] = await sql`
        SELECT 1 FROM email_proofs JOIN users ON users.id = email_proofs.user_id
        WHERE token_digest = ${tokenDigest} AND verified
          AND lower(email_proofs.email) = lower(users.email)`;
      return proven !== undefined;
    },

    use: (use) => orTaken(() => sql.begin((tx) => useUp(tx, seal, use))),

    async pendingChange(userId, at) {
      const [row] = await sql<{ email: string }[]>`
        SELECT email FROM email_proofs
        WHERE user_id = ${userId} AND cause = 'change' AND ended_at IS NULL AND expires_at > ${at}`;
      return row?.email ?? null;
    },

    cancelChange: (userId, at) => endChanges(sql, userId, at),
  };
}

/** Only opens proofs. */
export function openProofs(sql: postgres.Sql, seal: MailSeal): EmailProofs['open'] {
  return (proof, mails) =>
    sql.begin(async (tx) => {
      const waitSeconds = await waitOf(tx, proof);
      if (waitSeconds > 0) return waitSeconds;
      if (proof.cause === 'change') await endChanges(tx, proof.userId, proof.createdAt);
      await keepProof(tx, proof, { mails, seal });
      return 0;
    });
}

/**
 * Stores a proof with its mails in the caller's transaction, and deletes proofs that ended long
 * ago.
 */
export async function keepProof(
  tx: postgres.TransactionSql,
  proof: EmailProof,
  { mails, seal }: { mails: readonly Mail[]; seal: MailSeal },
): Promise<void> {
  const { tokenDigest, userId, email, cause, createdAt, expiresAt } = proof;
  await tx`DELETE FROM email_proofs WHERE expires_at <= ${createdAt}`;
  await tx`
    INSERT INTO email_proofs (token_digest, user_id, email, cause, created_at, expires_at)
    VALUES (${tokenDigest}, ${userId}, ${email.trim()}, ${cause}, ${createdAt}, ${expiresAt})`;
  for (const mail of mails) await queueMail(tx, { mail, userId, seal });
}

/**
 * Locks the account until the end of the transaction. Returns how long it has to wait for another
 * link.
 */
async function waitOf(tx: postgres.TransactionSql, proof: EmailProof): Promise<number> {
  const { userId, cause, createdAt } = proof;
  await tx`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`;
  const since = new Date(createdAt.getTime() - hourMs);
  const asked = await tx<{ created_at: Date }[]>`
    SELECT created_at FROM email_proofs
    WHERE user_id = ${userId} AND cause = ${cause} AND created_at > ${since}
    ORDER BY created_at`;
  const [oldest] = asked;
  if (oldest === undefined || asked.length < proofsPerHour) return 0;
  return Math.max(1, Math.ceil((oldest.created_at.getTime() - since.getTime()) / secondMs));
}

/** Accounts are locked before their related rows, here as everywhere. */
async function useUp(
  tx: postgres.TransactionSql,
  seal: MailSeal,
  { tokenDigest, at, keptSid, mail }: Parameters<EmailProofs['use']>[0],
): Promise<'proven' | 'over'> {
  const [user] = await tx<{ id: string; email: string }[]>`
    SELECT id, email FROM users
    WHERE id = (SELECT user_id FROM email_proofs WHERE token_digest = ${tokenDigest})
    FOR UPDATE`;
  const [proof] = await tx<{ email: string; cause: EmailProof['cause'] }[]>`
    UPDATE email_proofs SET ended_at = ${at}
    WHERE token_digest = ${tokenDigest} AND ended_at IS NULL AND expires_at > ${at}
    RETURNING email, cause`;
  if (user === undefined || proof === undefined) return 'over';

  if (proof.cause === 'change') {
    await tx`
      UPDATE users SET email = ${proof.email}, devices_since = ${at}, updated_at = ${at}
      WHERE id = ${user.id}`;
    await tx`
      DELETE FROM sessions WHERE user_id = ${user.id} AND sid IS DISTINCT FROM ${keptSid}`;
    await endProofs(tx, user.id, at);
    await endResets(tx, user.id, at);
  } else if (foldEmail(proof.email) !== foldEmail(user.email)) {
    return 'over';
  }
  await proveEmail(tx, { userId: user.id, at, successor: null });
  if (mail !== null) await queueMail(tx, { mail, userId: user.id, seal });
  return 'proven';
}

function proofFromRow(row: ProofRow): EmailProof {
  return {
    tokenDigest: row.token_digest,
    userId: row.user_id,
    email: row.proof_email,
    cause: row.cause,
    createdAt: row.proof_created_at,
    expiresAt: row.expires_at,
  };
}
