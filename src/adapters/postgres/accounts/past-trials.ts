import type postgres from 'postgres';
import { withoutTrial } from '#core/accounts/user';
import { foldEmail, type User } from '#core/accounts/user';
import type { MailSeal } from '#adapters/postgres/notices/outbox';

/** Encrypts mails, and hashes addresses so that nobody can recover them. */
export type AccountSeal = MailSeal & {
  /** Keyed hashes of a folded address, 64 hexadecimal digits each, the newest key's first. */
  emailKeys(email: string): readonly [string, ...string[]];
};

/**
 * Stores, in the transaction that deletes an account, that its address has had its trial. The year
 * begins with the first deletion; a second deletion within that year does not extend it.
 */
export async function recordPastTrial(
  tx: postgres.TransactionSql,
  email: string,
  { emailKeys }: AccountSeal,
): Promise<void> {
  const [newest] = emailKeys(foldEmail(email));
  await tx`
    INSERT INTO past_trials (address_key, deleted_at) VALUES (${newest}, now())
    ON CONFLICT (address_key) DO UPDATE SET deleted_at = excluded.deleted_at
      WHERE past_trials.deleted_at <= now() - interval '1 year'`;
}

/**
 * Ends the trial of an account that was added in this transaction, if its address has had one.
 * Returns whether it did. The insert has waited for a concurrent deletion, so its record is
 * visible.
 */
export async function endPastTrial(
  tx: postgres.TransactionSql,
  user: User,
  { emailKeys }: AccountSeal,
): Promise<boolean> {
  const keys = [...emailKeys(foldEmail(user.email))];
  const known = await tx`
    SELECT 1 FROM past_trials
    WHERE address_key = ANY(${keys})
      AND deleted_at > ${user.createdAt}::timestamptz - interval '1 year'`;
  if (known.length === 0) return false;

  const { subscriptionStatus, trialEndsAt } = withoutTrial(user);
  await tx`
    UPDATE users SET subscription_status = ${subscriptionStatus}, trial_ends_at = ${trialEndsAt}
    WHERE id = ${user.id}`;
  return true;
}

/** Deletes the records of addresses whose accounts were deleted more than a year ago. Returns how many. */
export function forgetPastTrials(sql: postgres.Sql) {
  return async (): Promise<number> => {
    const { count } =
      await sql`DELETE FROM past_trials WHERE deleted_at <= now() - interval '1 year'`;
    return count;
  };
}
