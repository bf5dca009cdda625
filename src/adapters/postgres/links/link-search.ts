import type postgres from 'postgres';
import { mostFoundLinks, type ListValuesPorts } from '#core/analytics/report/list-values';

/** Finds links by a text that people know them by. */
export function postgresLinkSearch(
  sql: postgres.Sql,
): Pick<ListValuesPorts['links'], 'containing'> {
  return {
    async containing(userId, text) {
      const rows = await sql<{ id: string }[]>`
        SELECT id FROM links
        WHERE user_id = ${userId} AND (position(lower(${text}) IN lower(
            concat_ws(E'\n', title, original_url, short_code, custom_alias, notes))) > 0
          OR id IN (SELECT link_id FROM link_tags JOIN tags ON tags.id = tag_id
            WHERE tags.user_id = ${userId} AND position(lower(${text}) IN lower(tags.name)) > 0))
        ORDER BY created_at DESC LIMIT ${mostFoundLinks}`;
      return rows.map(({ id }) => id);
    },
  };
}
