import type postgres from 'postgres';
import { addWithinLimit } from '#adapters/postgres/add-within-limit';
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

    async add(userId, { id, date, text }, at) {
      const limited = { table: 'annotations', userId, most: mostAnnotations };
      const row = { id, date, text, created_at: at };
      return (await addWithinLimit(sql, limited, row)) === 'added';
    },

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
