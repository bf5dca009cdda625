import type postgres from 'postgres';
import { mostViews, type SavedView, type SavedViewsPorts } from '#core/analytics/saved/saved-views';

/** Saved views in Postgres. They go with their account. */
export function postgresSavedViews(sql: postgres.Sql): SavedViewsPorts['views'] {
  return {
    async of(userId) {
      const rows = await sql<SavedView[]>`
        SELECT id, name, query FROM saved_views WHERE user_id = ${userId}
        ORDER BY created_at, id`;
      return rows.map(({ id, name, query }) => ({ id, name, query }));
    },

    /** Locks the account's row, so that each of concurrent calls counts the ones before. */
    add: (userId, { id, name, query }, at) =>
      sql.begin(async (tx) => {
        await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
        const added = await tx`
          INSERT INTO saved_views (id, user_id, name, query, created_at)
          SELECT ${id}, ${userId}, ${name}, ${query}, ${at}
          WHERE (SELECT count(*) FROM saved_views WHERE user_id = ${userId}) < ${mostViews}
          RETURNING id`;
        return added.length > 0;
      }),

    async remove(userId, id) {
      const removed = await sql`
        DELETE FROM saved_views WHERE id = ${id} AND user_id = ${userId} RETURNING id`;
      return removed.length > 0;
    },
  };
}
