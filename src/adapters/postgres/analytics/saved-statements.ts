import type postgres from 'postgres';
import { addWithinLimit } from '#adapters/postgres/add-within-limit';
import {
  mostStatements,
  type SavedStatement,
  type SavedStatementsPorts,
} from '#core/analytics/saved/saved-statements';

/** Saved statements in Postgres. They go with their account. */
export function postgresSavedStatements(sql: postgres.Sql): SavedStatementsPorts['statements'] {
  return {
    async of(userId) {
      const rows = await sql<SavedStatement[]>`
        SELECT id, name, query FROM saved_statements WHERE user_id = ${userId}
        ORDER BY created_at, id`;
      return rows.map(statementFrom);
    },

    async add(userId, { id, name, query }, at) {
      const limited = { table: 'saved_statements', userId, most: mostStatements };
      const row = { id, name, query, created_at: at };
      return (await addWithinLimit(sql, limited, row)) === 'added';
    },

    async change(userId, id, { name, query }) {
      const [row] = await sql<SavedStatement[]>`
        UPDATE saved_statements SET name = coalesce(${name}, name), query = coalesce(${query}, query)
        WHERE id = ${id} AND user_id = ${userId} RETURNING id, name, query`;
      return row ? statementFrom(row) : null;
    },

    async remove(userId, id) {
      const removed = await sql`
        DELETE FROM saved_statements WHERE id = ${id} AND user_id = ${userId} RETURNING id`;
      return removed.length > 0;
    },
  };
}

function statementFrom({ id, name, query }: SavedStatement): SavedStatement {
  return { id, name, query };
}
