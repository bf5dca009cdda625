import type postgres from 'postgres';
import { type ApiKey, mostKeys, scopes } from '#contract/accounts/api-keys';
import type { Bans } from '#core/accounts/banned';
import type { AddedKey, ApiKeys } from '#core/accounts/key-ports';
import { accountFull, notFound } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';
import { lockAccount } from '#adapters/postgres/lock-account';
import { userColumns, userFromRow, type UserRow } from './user-row.ts';
import { within } from '#adapters/postgres/within';

/**
 * Every call with a key starts with this query, so a hanging server must not block all of them. A
 * busy server gets as much time as a postback has.
 */
const findLimitMs = 5 * secondMs;

/** API keys in Postgres. */
export function postgresApiKeys(sql: postgres.Sql, bans: Pick<Bans, 'isBanned'>): ApiKeys {
  const columns = keyColumns(sql);
  const only = ([row]: readonly ApiKey[]): ApiKey => {
    if (row === undefined) throw notFound();
    return { ...row, scopes: known(row.scopes) };
  };

  return {
    async of(userId) {
      const rows = await sql<ApiKey[]>`
        SELECT ${columns} FROM api_keys WHERE user_id = ${userId}
        ORDER BY created_at DESC, id DESC`;
      return rows.map((row) => ({ ...row, scopes: known(row.scopes) }));
    },

    add: async (userId, key) => only(await addedKey(sql, userId, key)),

    use: (keyDigest, at) => usedKey(sql, bans, { keyDigest, at }),

    async find(userId, keyId) {
      return only(
        await sql<ApiKey[]>`
        SELECT ${columns} FROM api_keys WHERE id = ${keyId} AND user_id = ${userId}`,
      );
    },

    async change(userId, keyId, { name, scopes: held, expiresAt }) {
      return only(
        await sql<ApiKey[]>`
        UPDATE api_keys SET name = coalesce(${name ?? null}, name),
          scopes = coalesce(${held ?? null}::text[], scopes),
          expires_at = CASE WHEN ${expiresAt === undefined} THEN expires_at
            ELSE ${expiresAt ?? null}::timestamptz END,
          reads_more = false
        WHERE id = ${keyId} AND user_id = ${userId} RETURNING ${columns}`,
      );
    },

    async rotate(userId, keyId, { digest, ending, formerUntil }) {
      return only(
        await sql<ApiKey[]>`
        UPDATE api_keys SET former_digest = key_digest, former_until = ${formerUntil},
          key_digest = ${digest}, ending = ${ending}
        WHERE id = ${keyId} AND user_id = ${userId} RETURNING ${columns}`,
      );
    },

    async remove(userId, keyId) {
      const removed = await sql`
        DELETE FROM api_keys WHERE id = ${keyId} AND user_id = ${userId} RETURNING 1`;
      if (removed.length === 0) throw notFound();
    },

    async removeAll(userId) {
      await sql`DELETE FROM api_keys WHERE user_id = ${userId}`;
    },
  };
}

/** A scope that this version does not know is left out. */
function known(stored: readonly string[]): ApiKey['scopes'] {
  return stored.flatMap((word) => scopes.filter((scope) => scope === word));
}

function keyColumns(sql: postgres.Sql) {
  return sql`
    id, name, scopes, expires_at AS "expiresAt", ending, created_at AS "createdAt",
    CASE WHEN former_until > now() THEN former_until END AS "formerUntil",
    reads_more AS "readsMore", last_used_at AS "lastUsedAt"`;
}

/** The key's row. Each of concurrent calls counts the keys of the calls before it. */
async function addedKey(
  sql: postgres.Sql,
  userId: string,
  { digest, ...key }: AddedKey,
): Promise<ApiKey[]> {
  const added = await sql.begin(async (tx) => {
    await lockAccount(tx, userId);
    return tx<ApiKey[]>`
      INSERT INTO api_keys (id, user_id, name, key_digest, ending, scopes, expires_at, created_at)
      SELECT ${key.id}, ${userId}, ${key.name}, ${digest}, ${key.ending}, ${key.scopes}::text[],
        ${key.expiresAt}::timestamptz, ${key.createdAt}
      WHERE (SELECT count(*) FROM api_keys WHERE user_id = ${userId}) < ${mostKeys}
      RETURNING ${keyColumns(sql)}`;
  });
  if (added.length === 0) throw accountFull(mostKeys, 'API keys', 'Revoke');
  return added;
}

/** `ApiKeys.use`. */
async function usedKey(
  sql: postgres.Sql,
  bans: Pick<Bans, 'isBanned'>,
  { keyDigest, at }: { readonly keyDigest: string; readonly at: Date },
): ReturnType<ApiKeys['use']> {
  type Held = UserRow & {
    keyId: string;
    scopes: ApiKey['scopes'];
    isExpired: boolean;
    isRecorded: boolean;
  };
  const [held] = await within(
    findLimitMs,
    sql<Held[]>`
      SELECT ${userColumns(sql)}, api_keys.id AS "keyId", scopes,
        coalesce(api_keys.expires_at <= ${at}, false) AS "isExpired",
        coalesce(last_used_at > ${at}::timestamptz - interval '1 minute', false) AS "isRecorded"
      FROM api_keys JOIN users ON users.id = api_keys.user_id
      WHERE key_digest = ${keyDigest}
        OR (former_digest = ${keyDigest} AND former_until > ${at})`,
  );
  if (held === undefined || bans.isBanned(held.id)) return null;
  if (held.isExpired) return 'expired';
  if (!held.isRecorded) {
    await sql`
      UPDATE api_keys SET last_used_at = greatest(last_used_at, ${at}) WHERE id = ${held.keyId}`;
  }
  return { user: userFromRow(held), keyId: held.keyId, scopes: known(held.scopes) };
}
