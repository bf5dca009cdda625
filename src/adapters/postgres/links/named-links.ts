import type postgres from 'postgres';
import { foldName } from '#core/links/names/alias';
import type { LinkNaming, NamedLinks } from '#core/conversions/ports';
import { isId } from '#core/shared/ids';
import { linkColumns, linkFromRow, type LinkRow } from './link-row.ts';

/** An owner's links by each of their names: id, number, code or alias, including former aliases. */
export function postgresNamedLinks(sql: postgres.Sql): NamedLinks {
  return {
    async findNamed(userId, naming) {
      if (naming.by === 'id' && !isId(naming.id)) return null;
      const [row] = await sql<LinkRow[]>`
        SELECT ${linkColumns(sql)} FROM links
        WHERE user_id = ${userId} AND ${condition(sql, naming)}`;
      return row ? linkFromRow(row) : null;
    },
  };
}

function condition(sql: postgres.Sql, naming: LinkNaming): postgres.PendingQuery<postgres.Row[]> {
  switch (naming.by) {
    case 'id':
      return sql`id = ${naming.id}`;
    case 'number':
      return sql`number = ${naming.number}`;
    case 'name':
      return sql`id = (
        SELECT link_id FROM link_names
        WHERE domain_id = 0 AND folded_name = ${foldName(naming.name)}
          AND (kind = 'alias' OR short_code = ${naming.name}))`;
  }
}
