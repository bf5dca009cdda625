import { randomBytes } from 'node:crypto';
import type { Scope } from '#contract/accounts/api-keys';
import type { KeyHolder } from '#core/accounts/key-ports';
import { newTrialUser, type User } from '#core/accounts/user';
import type postgres from 'postgres';
import type { Bans } from '#core/accounts/banned';
import type { SocialIdentity } from '#core/accounts/sign-in/social-identity';

/** Ada as Google vouches for her. */
export function adaAtGoogle(email: string): SocialIdentity {
  return {
    provider: 'google',
    subject: 'ada at google',
    email,
    isEmailProven: true,
    firstName: 'Ada',
    lastName: 'Byron',
  };
}

/** The text of a new key: nobody's until a test stores it. */
export function someKeyText(): string {
  return `wp_${randomBytes(32).toString('hex')}`;
}

/** Nobody is banned. */
export const noBans: Bans = { isBanned: () => false, isBannedEmail: () => false };

/** Inserts a new account directly into the database; returns its id. */
export async function newUser(sql: postgres.Sql): Promise<string> {
  const id = Bun.randomUUIDv7();
  await sql`
    INSERT INTO users (id, email, first_name, last_name, password, trial_ends_at, created_at, updated_at)
    VALUES (${id}, ${`${id}@example.com`}, 'Ada', 'Byron', 'none', now() + interval '30 days', now(), now())`;
  return id;
}

/** A person whose account is on trial. */
export function somebody(id: string): User {
  const email = `${id}@example.com`;
  return newTrialUser({ id, email, firstName: 'Ada', lastName: 'Lovelace', createdAt: new Date() });
}

/** Whom a key with these scopes stands for. */
export function keyHolder(
  userId: string,
  scopes: readonly Scope[],
  keyId = Bun.randomUUIDv7(),
): KeyHolder {
  return { user: somebody(userId), keyId, scopes };
}
