import type postgres from 'postgres';
import type { ObjectKey, Objects, Upload } from '#core/accounts/pictures/ports';
import type { User } from '#core/accounts/user';
import { secondMs } from '#core/shared/time';
import { lockAccount } from '#adapters/postgres/lock-account';
import { userColumns, userFromRow, type UserRow } from './user-row.ts';

/** The address at which an account's picture is shown; null when it has none. */
export async function pictureUrl(sql: postgres.Sql, userId: string): Promise<string | null> {
  const [row] = await sql<{ url: string | null }[]>`
    SELECT profile_image_url AS url FROM users WHERE id = ${userId}`;
  return row?.url ?? null;
}

/** The name of an account's logo, for `showPicture`; null when it has none. */
export async function logoName(sql: postgres.Sql, userId: string): Promise<string | null> {
  const [row] = await sql<{ key: ObjectKey }[]>`
    SELECT key FROM objects
    WHERE user_id = ${userId} AND remove_at IS NULL AND starts_with(key, 'logos/')`;
  return row ? `${row.key.slice('logos/'.length)}.jpg` : null;
}

/** The list of objects in Postgres. The lock on the account's row orders its uploads. */
export function postgresObjects(sql: postgres.Sql): Objects {
  return {
    open: (upload, most) => sql.begin((tx) => openUpload(tx, upload, most)),

    async receive(key, at) {
      const received = await sql`
        UPDATE objects SET received_at = ${at}
        WHERE key = ${key} AND received_at IS NULL AND user_id IS NOT NULL RETURNING key`;
      return received.length > 0;
    },

    async use(userId, key, at) {
      const used = await sql`
        UPDATE objects SET used_at = ${at}
        WHERE key = ${key} AND user_id = ${userId} AND used_at IS NULL AND remove_at > ${at}
          AND starts_with(key, 'uploads/')
        RETURNING key`;
      return used.length > 0;
    },

    async draft({ key, userId, createdAt, removeAt }) {
      const drafted = await sql`
        INSERT INTO objects (key, user_id, created_at, remove_at)
        SELECT ${key}, id, ${createdAt}, ${removeAt} FROM users WHERE id = ${userId}
        RETURNING key`;
      return drafted.length > 0;
    },

    publish: (userId, shown, at) => sql.begin((tx) => publishPicture(tx, { userId, shown, at })),

    ...sweepOf(sql),
  };
}

function sweepOf(
  sql: postgres.Sql,
): Pick<Objects, 'due' | 'settle' | 'postpone' | 'forget' | 'removed'> {
  return {
    async due(at, limit) {
      const rows = await sql<{ key: ObjectKey }[]>`
        SELECT key FROM objects
        WHERE removed_at IS NULL AND (remove_at <= ${at} OR ${isLeftBehind(sql)})
        ORDER BY remove_at NULLS FIRST LIMIT ${limit}`;
      return rows.map(({ key }) => key);
    },

    async settle(key, at) {
      await sql`
        UPDATE objects SET removed_at = ${at}
        WHERE key = ${key}
          AND (remove_at <= ${at} OR remove_at IS NULL AND ${isLeftBehind(sql)})`;
    },

    async postpone(key, until) {
      await sql`UPDATE objects SET remove_at = ${until} WHERE key = ${key}`;
    },

    // An object that was removed before this time was also created before it, and the index has the
    // time of creation.
    async forget(removedBefore) {
      await sql`
        DELETE FROM objects WHERE removed_at < ${removedBefore} AND created_at < ${removedBefore}`;
    },

    async removed(keys) {
      const rows = await sql<{ key: ObjectKey }[]>`
        SELECT key FROM objects
        WHERE key = ANY(${[...keys]}) AND removed_at IS NOT NULL
          AND (remove_at IS NOT NULL OR ${isLeftBehind(sql)})`;
      return rows.map(({ key }) => key);
    },
  };
}

async function openUpload(
  tx: postgres.TransactionSql,
  { key, userId, createdAt, removeAt }: Upload,
  { limit, windowMs }: { limit: number; windowMs: number },
): Promise<number> {
  await lockAccount(tx, userId);
  const begun = await tx<{ created_at: Date }[]>`
    SELECT created_at FROM objects
    WHERE user_id = ${userId} AND starts_with(key, 'uploads/')
      AND created_at > ${new Date(createdAt.getTime() - windowMs)}
    ORDER BY created_at DESC LIMIT ${limit}`;
  const earliest = begun[limit - 1]?.created_at;
  if (earliest !== undefined) {
    return Math.ceil((earliest.getTime() + windowMs - createdAt.getTime()) / secondMs);
  }
  await tx`
    INSERT INTO objects (key, user_id, created_at, remove_at)
    VALUES (${key}, ${userId}, ${createdAt}, ${removeAt})`;
  return 0;
}

type Publication = {
  readonly userId: string;
  readonly shown: { readonly key: ObjectKey; readonly url: string } | null;
  readonly at: Date;
};

async function publishPicture(
  tx: postgres.TransactionSql,
  { userId, shown, at }: Publication,
): Promise<User | null> {
  const [row] = await tx<UserRow[]>`
    UPDATE users SET profile_image_url = ${shown?.url ?? null}, updated_at = ${at}
    WHERE id = ${userId} RETURNING ${userColumns(tx)}`;
  if (!row) return null;

  await replacePublished(tx, { userId, kind: 'avatars', key: shown?.key ?? null, at });
  return userFromRow(row);
}

type Replacement = {
  readonly userId: string;
  readonly kind: 'avatars' | 'logos';
  readonly key: ObjectKey | null;
  readonly at: Date;
};

/** Publishes a draft in place of the account's former picture of the kind. Its row is locked. */
export async function replacePublished(
  tx: postgres.TransactionSql,
  { userId, kind, key, at }: Replacement,
): Promise<void> {
  await tx`
    UPDATE objects SET remove_at = ${at}
    WHERE user_id = ${userId} AND remove_at IS NULL AND starts_with(key, ${`${kind}/`})`;
  if (key !== null) await publishDraft(tx, { userId, key, at });
}

/** Keeps a draft for good. Fails when it was removed meanwhile, which ends the transaction. */
export async function publishDraft(
  tx: postgres.TransactionSql,
  { userId, key, at }: { readonly userId: string; readonly key: ObjectKey; readonly at: Date },
): Promise<void> {
  const published = await tx`
    UPDATE objects SET remove_at = NULL
    WHERE key = ${key} AND user_id = ${userId} AND remove_at > ${at} RETURNING key`;
  if (published.length === 0) throw new Error('The picture went before it was published');
}

/**
 * A condition: the object belonged to a deleted account, or was the preview picture of a deleted
 * link.
 */
function isLeftBehind(sql: postgres.Sql): postgres.PendingQuery<postgres.Row[]> {
  return sql`(user_id IS NULL
    OR remove_at IS NULL AND link_id IS NULL AND starts_with(key, 'previews/'))`;
}
