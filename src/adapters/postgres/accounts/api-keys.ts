import type postgres from 'postgres';
import { type ApiKey, mostKeys, scopes } from '#core/accounts/keys/api-key';
import type { CreateApiKeyPorts } from '#core/accounts/keys/create-api-key';
import type { FindApiKeyPorts } from '#core/accounts/keys/find-api-key';
import type { ListApiKeysPorts } from '#core/accounts/keys/list-api-keys';
import type { RevokeApiKeyPorts } from '#core/accounts/keys/revoke-api-key';
import { secondMs } from '#core/shared/time';
import { lockAccount } from '#adapters/postgres/lock-account';
import { within } from '#adapters/postgres/within';

/** All ports of the use cases for stored keys. */
export type ApiKeys = CreateApiKeyPorts['keys'] &
  ListApiKeysPorts['keys'] &
  RevokeApiKeyPorts['keys'] &
  FindApiKeyPorts['keys'];

type Row = {
  id: string;
  user_id: string;
  name: string;
  scopes: string[];
  ending: string;
  created_at: Date;
  last_used_at: Date | null;
};

/**
 * Every call with a key starts with this query: a server that hangs must not block them all, and
 * the limit leaves a busy one as much time as a postback gets.
 */
const findLimitMs = 5 * secondMs;

/** API keys in Postgres. All instances see a change at once. */
export function postgresApiKeys(sql: postgres.Sql): ApiKeys {
  return {
    add: (key, keyDigest) => addKey(sql, key, keyDigest),

    async of(userId) {
      const rows = await sql<Row[]>`
        SELECT ${columns(sql)} FROM api_keys WHERE user_id = ${userId}
        ORDER BY created_at DESC, id DESC`;
      return rows.map(keyFromRow);
    },

    async find(keyDigest) {
      const asked = sql<Row[]>`
        SELECT ${columns(sql)} FROM api_keys WHERE key_digest = ${keyDigest}`;
      const [row] = await within(findLimitMs, asked);
      return row ? keyFromRow(row) : null;
    },

    async recordUse(keyId, at) {
      await sql`
        UPDATE api_keys SET last_used_at = greatest(last_used_at, ${at}) WHERE id = ${keyId}`;
    },

    async remove(userId, keyId) {
      const removed = await sql`
        DELETE FROM api_keys WHERE id = ${keyId} AND user_id = ${userId} RETURNING id`;
      return removed.length > 0;
    },

    async removeAll(userId) {
      await sql`DELETE FROM api_keys WHERE user_id = ${userId}`;
    },
  };
}

/** Locks the account's row, so that of concurrently added keys each counts the ones before. */
function addKey(sql: postgres.Sql, key: ApiKey, keyDigest: string): Promise<boolean> {
  return sql.begin(async (tx) => {
    await lockAccount(tx, key.userId);
    const added = await tx`
      INSERT INTO api_keys (id, user_id, name, key_digest, ending, scopes, created_at)
      SELECT ${key.id}, ${key.userId}, ${key.name}, ${keyDigest}, ${key.ending},
        ${[...key.scopes]}::text[], ${key.createdAt}
      WHERE (SELECT count(*) FROM api_keys WHERE user_id = ${key.userId}) < ${mostKeys}
      RETURNING id`;
    return added.length > 0;
  });
}

function columns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`id, user_id, name, scopes, ending, created_at, last_used_at`;
}

/** A scope that this version does not know is left out. */
function keyFromRow(row: Row): ApiKey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    scopes: scopes.filter((scope) => row.scopes.includes(scope)),
    ending: row.ending,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
