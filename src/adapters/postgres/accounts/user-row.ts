import type postgres from 'postgres';
import type { User } from '#core/accounts/user';

/** The columns of `users` that a `User` needs. */
export type UserRow = {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly profile_image_url: string | null;
  readonly provider: User['provider'];
  readonly verified: boolean;
  readonly subscription_status: User['subscriptionStatus'];
  readonly trial_ends_at: Date;
  readonly created_at: Date;
};

/** The columns of a `UserRow`, from the table `users`. */
export function userColumns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    users.id, users.email, users.first_name, users.last_name, users.profile_image_url,
    users.provider, users.verified, users.subscription_status, users.trial_ends_at,
    users.created_at`;
}

export function userFromRow(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    profileImageUrl: row.profile_image_url,
    provider: row.provider,
    verified: row.verified,
    subscriptionStatus: row.subscription_status,
    trialEndsAt: row.trial_ends_at,
    createdAt: row.created_at,
  };
}
