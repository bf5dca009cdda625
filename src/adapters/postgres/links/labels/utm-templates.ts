import type postgres from 'postgres';
import { addWithinLimit } from '#adapters/postgres/add-within-limit';
import {
  mostUtmTemplates,
  type UtmTemplate,
  type UtmTemplatesPorts,
} from '#core/links/labels/utm-templates';
import { orTaken } from '#adapters/postgres/or-taken';

/** Templates of UTM parameters in Postgres. They go with their account. */
export function postgresUtmTemplates(sql: postgres.Sql): UtmTemplatesPorts['templates'] {
  return {
    async of(userId) {
      const rows = await sql<UtmTemplate[]>`
        SELECT id, name, utm_source, utm_medium, utm_campaign, utm_term, utm_content
        FROM utm_templates WHERE user_id = ${userId} ORDER BY lower(name), id`;
      return rows.map((row) => ({ ...row }));
    },

    add(userId, template, at) {
      const limited = { table: 'utm_templates', userId, most: mostUtmTemplates };
      return addWithinLimit(sql, limited, { ...template, created_at: at });
    },

    change: (userId, { id, ...columns }) =>
      orTaken(async () => {
        const changed = await sql`
          UPDATE utm_templates SET ${sql(columns)} WHERE id = ${id} AND user_id = ${userId}
          RETURNING id`;
        return changed.length > 0 ? 'changed' : 'missing';
      }),

    async remove(userId, id) {
      const removed = await sql`
        DELETE FROM utm_templates WHERE id = ${id} AND user_id = ${userId} RETURNING id`;
      return removed.length > 0;
    },
  };
}
