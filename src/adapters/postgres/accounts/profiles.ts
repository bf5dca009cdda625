import type postgres from 'postgres';
import type { Profiles } from '#core/accounts/ports';
import { endResets } from './end-resets.ts';
import { queueMail } from '#adapters/postgres/notices/outbox';
import { recordPastTrial, type AccountSeal } from './past-trials.ts';
import { endChanges } from './prove-email.ts';
import { recordChangedPassword } from '#adapters/postgres/notices/notices';
import { userColumns, userFromRow, type UserRow } from './user-row.ts';

/** Deleting a large account may take longer than the usual limit of a statement. */
const removeLimit = '60s';
/** Number of links that one transaction deletes. */
const linksAtOnce = 1000;

/** Accounts in Postgres: the changes and the removal by their owners. */
export function postgresProfiles(sql: postgres.Sql, seal: AccountSeal): Profiles {
  return {
    async rename(userId, { firstName, lastName }) {
      const [row] = await sql<UserRow[]>`
        UPDATE users SET first_name = ${firstName}, last_name = ${lastName}, updated_at = now()
        WHERE id = ${userId} RETURNING ${userColumns(sql)}`;
      return row ? userFromRow(row) : null;
    },

    replacePassword: (userId, { from, to, keptSid, at, mail }) =>
      sql.begin(async (tx) => {
        const replaced = await tx`
          UPDATE users SET password = ${to}, devices_since = ${at}, updated_at = ${at}
          WHERE id = ${userId} AND password = ${from} RETURNING id`;
        if (replaced.length === 0) return false;
        await tx`DELETE FROM sessions WHERE user_id = ${userId} AND sid <> ${keptSid}`;
        await tx`UPDATE sessions SET proven_at = ${at} WHERE sid = ${keptSid}`;
        await endResets(tx, userId, at);
        await endChanges(tx, userId, at);
        await queueMail(tx, { mail, userId, seal });
        await recordChangedPassword(tx, userId);
        return true;
      }),

    remove: (userId, passwordHash) => removeAccount(sql, { userId, passwordHash, seal }),
  };
}

type Removal = {
  readonly userId: string;
  readonly passwordHash: string;
  readonly seal: AccountSeal;
};

/**
 * Deletes many links in short transactions first. Other requests of the owner would wait for one
 * long transaction, and each of them would occupy a connection of the shared pool. After a kill,
 * the account is there with the rest of its links, and can be deleted again.
 */
async function removeAccount(sql: postgres.Sql, removal: Removal): Promise<string[] | null> {
  const first = await removeMostLinks(sql, removal);
  const last = await removeRest(sql, removal);
  return last && [...first, ...last];
}

/** Deletes links until one transaction can delete the rest; returns their ids. */
async function removeMostLinks(
  sql: postgres.Sql,
  { userId, passwordHash }: Removal,
): Promise<string[]> {
  const removed: string[] = [];
  for (;;) {
    const links = await sql<{ id: string }[]>`
      SELECT id FROM links WHERE user_id = (
        SELECT id FROM users WHERE id = ${userId} AND password = ${passwordHash})
      LIMIT ${linksAtOnce + 1}`;
    if (links.length <= linksAtOnce) return removed;

    const ids = links.slice(0, linksAtOnce).map(({ id }) => id);
    const gone = await sql<{ id: string }[]>`
      DELETE FROM links WHERE id = ANY(${ids}::uuid[]) AND user_id = ${userId} RETURNING id`;
    removed.push(...gone.map(({ id }) => id));
  }
}

/** Locks the account's row first, so that nothing is added to it during the removal. */
function removeRest(
  sql: postgres.Sql,
  { userId, passwordHash, seal }: Removal,
): Promise<string[] | null> {
  return sql.begin(async (tx) => {
    await tx`SELECT set_config('statement_timeout', ${removeLimit}, true)`;
    const [found] = await tx<{ email: string }[]>`
      SELECT email FROM users WHERE id = ${userId} AND password = ${passwordHash} FOR UPDATE`;
    if (found === undefined) return null;

    const links = await tx<{ id: string }[]>`
      DELETE FROM links WHERE user_id = ${userId} RETURNING id`;
    await tx`DELETE FROM users WHERE id = ${userId}`;
    await recordPastTrial(tx, found.email, seal);
    return links.map(({ id }) => id);
  });
}
