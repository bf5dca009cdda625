import type postgres from 'postgres';
import {
  mostAnnotations,
  type Annotation,
  type AnnotationsPorts,
} from '#core/analytics/saved/annotations';

/** Annotations in Postgres. They go with their account. */
export function postgresAnnotations(sql: postgres.Sql): AnnotationsPorts['annotations'] {
  return {
    async of(userId) {
      const rows = await sql<Annotation[]>`
        SELECT ${columns(sql)} FROM annotations WHERE user_id = ${userId}
        ORDER BY annotations.date, id`;
      return rows.map(annotationFrom);
    },

    /** Locks the account's row, so that each of concurrent calls counts the ones before. */
    add: (userId, { id, date, text }, at) =>
      sql.begin(async (tx) => {
        await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
        const added = await tx`
          INSERT INTO annotations (id, user_id, date, text, created_at)
          SELECT ${id}, ${userId}, ${date}::date, ${text}, ${at}
          WHERE (SELECT count(*) FROM annotations WHERE user_id = ${userId}) < ${mostAnnotations}
          RETURNING id`;
        return added.length > 0;
      }),

    async change(userId, id, { date, text }) {
      const [row] = await sql<Annotation[]>`
        UPDATE annotations
        SET date = coalesce(${date}::date, annotations.date), text = coalesce(${text}, text)
        WHERE id = ${id} AND user_id = ${userId} RETURNING ${columns(sql)}`;
      return row ? annotationFrom(row) : null;
    },

    async remove(userId, id) {
      const removed = await sql`
        DELETE FROM annotations WHERE id = ${id} AND user_id = ${userId} RETURNING id`;
      return removed.length > 0;
    },
  };
}

function columns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`id, to_char(annotations.date, 'YYYY-MM-DD') AS date, text`;
}

function annotationFrom({ id, date, text }: Annotation): Annotation {
  return { id, date, text };
}
