import type postgres from 'postgres';
import { addWithinLimit } from '#adapters/postgres/add-within-limit';
import { mostViews, type SavedView, type SavedViewsPorts } from '#core/analytics/saved/saved-views';

/** Saved views in Postgres. They go with their account. */
export function postgresSavedViews(sql: postgres.Sql): SavedViewsPorts['views'] {
  return {
    async of(userId) {
      const rows = await sql<SavedView[]>`
        SELECT id, name, query FROM saved_views WHERE user_id = ${userId}
        ORDER BY created_at, id`;
      return rows.map(viewFrom);
    },

    async add(userId, { id, name, query }, at) {
      const limited = { table: 'saved_views', userId, most: mostViews };
      const row = { id, name, query, created_at: at };
      return (await addWithinLimit(sql, limited, row)) === 'added';
    },

    async change(userId, id, { name, query }) {
      const [row] = await sql<SavedView[]>`
        UPDATE saved_views SET name = coalesce(${name}, name), query = coalesce(${query}, query)
        WHERE id = ${id} AND user_id = ${userId} RETURNING id, name, query`;
      return row ? viewFrom(row) : null;
    },

    async remove(userId, id) {
      const removed = await sql`
        DELETE FROM saved_views WHERE id = ${id} AND user_id = ${userId} RETURNING id`;
      return removed.length > 0;
    },
  };
}

function viewFrom({ id, name, query }: SavedView): SavedView {
  return { id, name, query };
}
