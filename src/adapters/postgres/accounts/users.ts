import type postgres from 'postgres';
import { type Bans, refuseBanned } from '#core/accounts/banned';
import { foldEmail, type User } from '#core/accounts/user';
import type { AddedAccount, Users } from '#core/accounts/ports';
import { keepProof } from './email-proofs.ts';
import { endPastTrial, type AccountSeal } from './past-trials.ts';
import { userColumns, userFromRow, type UserRow } from './user-row.ts';
import { within } from '#adapters/postgres/within';

/** A server that hangs must not block people who register. */
const addLimitMs = 3000;

/**
 * Accounts in Postgres. The unique index over the folded address decides which caller was first.
 */
export function postgresUsers(sql: postgres.Sql, seal: AccountSeal, bans: Bans): Users {
  return {
    async add(user, passwordHash, welcome) {
      refuseBanned(bans, { emails: [user.email] });
      const adding = sql.begin(async (tx) => {
        const added = await addAccount(tx, user, { passwordHash, seal });
        if (added === 'email_taken') return added;
        if (welcome) await keepProof(tx, welcome.proof, { mails: [welcome.mail], seal });
        return added;
      });
      return within(addLimitMs, adding);
    },

    async findByEmail(email) {
      const [row] = await sql<(UserRow & { password: string | null; devices_since: Date })[]>`
        SELECT ${userColumns(sql)}, users.password, users.devices_since FROM users
        WHERE lower(users.email) = ${foldEmail(email)}`;
      if (row === undefined) return null;
      const { password: passwordHash, devices_since: devicesSince } = row;
      return { user: userFromRow(row), passwordHash, devicesSince };
    },

    async upgradeHash(userId, from, to) {
      await sql`UPDATE users SET password = ${to} WHERE id = ${userId} AND password = ${from}`;
    },
  };
}

/**
 * Adds an account, without a trial when its address has had one; `email_taken` when the address has
 * an account now.
 */
export async function addAccount(
  tx: postgres.TransactionSql,
  user: User,
  { passwordHash, seal }: { passwordHash: string | null; seal: AccountSeal },
): Promise<AddedAccount | 'email_taken'> {
  const added = await insertUser(tx, user, passwordHash);
  if (added.length === 0) return 'email_taken';
  return (await endPastTrial(tx, user, seal)) ? 'added_without_trial' : 'added';
}

function insertUser(
  sql: postgres.ISql,
  user: User,
  passwordHash: string | null,
): Promise<postgres.Row[]> {
  return sql`
    INSERT INTO users (
      id, email, first_name, last_name, profile_image_url, password, provider, verified,
      subscription_status, trial_ends_at, created_at, updated_at)
    VALUES (
      ${user.id}, ${user.email}, ${user.firstName}, ${user.lastName}, ${user.profileImageUrl},
      ${passwordHash}, ${user.provider}, ${user.verified}, ${user.subscriptionStatus},
      ${user.trialEndsAt}, ${user.createdAt}, ${user.createdAt})
    ON CONFLICT ((lower(email))) DO NOTHING
    RETURNING id`;
}
