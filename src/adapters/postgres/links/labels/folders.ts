import type postgres from 'postgres';
import { addWithinLimit, lockAccount } from '#adapters/postgres/add-within-limit';
import { mostFolders, type Folder, type FoldersPorts } from '#core/links/labels/folders';
import type { Counted } from '#core/links/labels/tags';
import { orTaken } from '#adapters/postgres/or-taken';

/** Folders in Postgres. They go with their account. */
export function postgresFolders(sql: postgres.Sql): FoldersPorts['folders'] {
  return {
    async of(userId) {
      const rows = await sql<Counted<Folder>[]>`
        SELECT ${columns(sql)} FROM folders WHERE user_id = ${userId} ORDER BY lower(name), id`;
      return rows.map(folderFrom);
    },

    add: (userId, { id, name }, at) =>
      addWithinLimit(
        sql,
        { table: 'folders', userId, most: mostFolders },
        { id, name, created_at: at },
      ),

    rename: (userId, id, name) =>
      orTaken(async () => {
        const [row] = await sql<Counted<Folder>[]>`
          UPDATE folders SET name = ${name}
          WHERE id = ${id} AND user_id = ${userId} RETURNING ${columns(sql)}`;
        return row ? folderFrom(row) : null;
      }),

    remove: (userId, id) =>
      sql.begin(async (tx) => {
        await lockAccount(tx, userId);
        const removed = await tx`
          DELETE FROM folders WHERE id = ${id} AND user_id = ${userId} RETURNING id`;
        return removed.length > 0;
      }),
  };
}

function columns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`id, name,
    (SELECT count(*)::int FROM link_folders WHERE folder_id = folders.id) AS links`;
}

function folderFrom({ id, name, links }: Counted<Folder>): Counted<Folder> {
  return { id, name, links };
}
