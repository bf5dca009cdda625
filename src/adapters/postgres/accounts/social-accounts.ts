import type postgres from 'postgres';
import type { Bans } from '#core/accounts/banned';
import { type SignInWays, type SocialProvider, socialProviders } from '#contract/accounts/sign-in';
import { foldEmail, withoutTrial } from '#core/accounts/user';
import {
  type FoundAccounts,
  type Reception,
  type SocialAccounts,
  unlessBanned,
} from '#core/accounts/sign-in/social-accounts';
import type { SocialIdentity } from '#core/accounts/sign-in/social-identity';
import { notFound } from '#core/shared/refusal';
import { keepProof } from './email-proofs.ts';
import { queueMail } from '#adapters/postgres/notices/outbox';
import type { AccountSeal } from './past-trials.ts';
import { proveEmail } from './prove-email.ts';
import { insertSession } from './sessions.ts';
import { userColumns, userFromRow, type UserRow } from './user-row.ts';
import { addAccount } from './users.ts';

/** The column of each provider's subject. */
const columns: Readonly<Record<SocialProvider, string>> = {
  google: 'google_id',
  facebook: 'facebook_id',
};

/** Another account took the address between the query and the insert. */
class EmailTaken extends Error {
  override readonly name = 'AddressTaken';
}

/** Accounts in Postgres, as a sign-in by a provider needs them. */
export function postgresSocialAccounts(
  sql: postgres.Sql,
  seal: AccountSeal,
  bans: Bans,
): SocialAccounts {
  return {
    find: (identity) => find(sql, identity),
    async receive(login, decideFor) {
      const decide = unlessBanned(bans, decideFor);
      const reception = () => sql.begin((tx) => receiveIn(tx, { login, decide, seal }));
      return reception().catch((error: unknown) => {
        if (error instanceof EmailTaken) return reception();
        throw error;
      });
    },
  };
}

type SocialLogin = Parameters<SocialAccounts['receive']>[0];
type Decide = Parameters<SocialAccounts['receive']>[1];

async function receiveIn(
  tx: postgres.TransactionSql,
  { login, decide, seal }: { login: SocialLogin; decide: Decide; seal: AccountSeal },
): Promise<Reception> {
  const { identity, session } = login;
  const turn = `social login ${identity.provider} ${identity.subject}`;
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${turn}, 0))`;
  const decided = decide(await find(tx, identity));
  const reception = await carryOut(tx, seal, {
    reception: decided,
    identity,
    at: session.createdAt,
  });
  if (reception.kind !== 'refuse') {
    await insertSession(tx, { ...session, userId: reception.user.id }, null);
  }
  return reception;
}

/** Applies the decision to the account. Returns what was done. */
async function carryOut(
  tx: postgres.TransactionSql,
  seal: AccountSeal,
  { reception, identity, at }: { reception: Reception; identity: SocialIdentity; at: Date },
): Promise<Reception> {
  switch (reception.kind) {
    case 'open': {
      const { user, welcome } = reception;
      const added = await addAccount(tx, user, { passwordHash: null, seal });
      if (added === 'email_taken') throw new EmailTaken();
      await link(tx, { userId: user.id, identity, at });
      if (welcome !== null) await keepProof(tx, welcome.proof, { mails: [welcome.mail], seal });
      return added === 'added' ? reception : { ...reception, user: withoutTrial(user) };
    }
    case 'claim':
    case 'link': {
      const { user, notice } = reception;
      if (reception.kind === 'claim') await claim(tx, { userId: user.id, identity, at });
      await link(tx, { userId: user.id, identity, at });
      await queueMail(tx, { mail: notice, userId: user.id, seal });
      return reception;
    }
    case 'enter':
    case 'refuse':
      return reception;
  }
}

/** Finds the matching accounts. In a transaction it locks them until its end. */
async function find(
  tx: postgres.ISql,
  { provider, subject, email }: SocialIdentity,
): Promise<FoundAccounts> {
  const column = tx(columns[provider]);
  const [own] = await tx<UserRow[]>`
    SELECT ${userColumns(tx)} FROM users WHERE ${column} = ${subject} FOR UPDATE`;
  if (own) return { own: userFromRow(own), sameEmail: null };

  const [same] = await tx<(UserRow & { is_taken: boolean })[]>`
    SELECT ${userColumns(tx)}, ${column} IS NOT NULL AS is_taken FROM users
    WHERE lower(email) = ${foldEmail(email ?? '')} FOR UPDATE`;
  const sameEmail = same ? { user: userFromRow(same), isTaken: same.is_taken } : null;
  return { own: null, sameEmail };
}

/** A sign-in by a provider into an account. */
type Entry = { readonly userId: string; readonly identity: SocialIdentity; readonly at: Date };

/**
 * Also replaces the names, which somebody else may have typed, by those that the provider knows.
 */
async function claim(tx: postgres.TransactionSql, { userId, identity, at }: Entry): Promise<void> {
  const { provider, firstName, lastName } = identity;
  await proveEmail(tx, { userId, at, successor: { provider, passwordHash: null } });
  if (firstName === '') return;
  await tx`
    UPDATE users SET first_name = ${firstName}, last_name = ${lastName} WHERE id = ${userId}`;
}

async function link(tx: postgres.TransactionSql, { userId, identity, at }: Entry): Promise<void> {
  const { provider, subject } = identity;
  await tx`
    UPDATE users SET ${tx(columns[provider])} = ${subject}, updated_at = ${at}
    WHERE id = ${userId}`;
}

/** The ways to sign in to an account. Refuses `not_found` when it is gone. */
export function waysInto(sql: postgres.Sql) {
  return async (userId: string): Promise<SignInWays> => {
    const [row] = await sql<{ hasPassword: boolean; google: boolean; facebook: boolean }[]>`
      SELECT password IS NOT NULL AS "hasPassword", google_id IS NOT NULL AS google,
        facebook_id IS NOT NULL AS facebook
      FROM users WHERE id = ${userId}`;
    if (row === undefined) throw notFound();
    const providers = socialProviders.filter((provider) => row[provider]);
    return { hasPassword: row.hasPassword, providers };
  };
}
