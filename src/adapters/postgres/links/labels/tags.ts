import type postgres from 'postgres';
import { addWithinLimit, lockAccount } from '#adapters/postgres/add-within-limit';
import { mostTags, type Counted, type Tag, type TagsPorts } from '#core/links/labels/tags';
import { orTaken } from '#adapters/postgres/or-taken';

/** Tags in Postgres. They go with their account. */
export function postgresTags(sql: postgres.Sql): TagsPorts['tags'] {
  return {
    async of(userId) {
      const rows = await sql<Counted<Tag>[]>`
        SELECT ${columns(sql)} FROM tags WHERE user_id = ${userId} ORDER BY lower(name), id`;
      return rows.map(tagFrom);
    },

    add: (userId, { id, name, color }, at) =>
      addWithinLimit(
        sql,
        { table: 'tags', userId, most: mostTags },
        { id, name, color, created_at: at },
      ),

    change: (userId, id, { name, color }) =>
      orTaken(async () => {
        const [row] = await sql<Counted<Tag>[]>`
          UPDATE tags SET name = coalesce(${name}, name), color = coalesce(${color}, color)
          WHERE id = ${id} AND user_id = ${userId} RETURNING ${columns(sql)}`;
        return row ? tagFrom(row) : null;
      }),

    remove: (userId, id) =>
      sql.begin(async (tx) => {
        await lockAccount(tx, userId);
        const removed = await tx`
          DELETE FROM tags WHERE id = ${id} AND user_id = ${userId} RETURNING id`;
        return removed.length > 0;
      }),
  };
}

function columns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`id, name, color,
    (SELECT count(*)::int FROM link_tags WHERE tag_id = tags.id) AS links`;
}

function tagFrom({ id, name, color, links }: Counted<Tag>): Counted<Tag> {
  return { id, name, color, links };
}
