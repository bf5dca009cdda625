import type postgres from 'postgres';
import { foldName } from '#core/links/alias';
import type { FindLinkPorts } from '#core/redirect/find-link';
import { routeLink } from '#core/redirect/route-link';
import type { RoutedLink } from '#core/redirect/routed-link';
import { secondMs } from '#core/shared/time';
import { within } from '#adapters/postgres/within';
import { isPostgresOutage } from '#adapters/postgres/connect';
import { linkColumns, linkFromRow, type LinkRow } from './link-row.ts';

/** A link's row with its names other than its code. */
export type RoutedRow = LinkRow & { readonly aliases: string[] };

const askLimitMs = 2 * secondMs;

/** Links that are not in memory yet, one name at a time (`source` of finding a link). */
export function routedLinks(sql: postgres.Sql): FindLinkPorts['source'] {
  return {
    async ask(name) {
      try {
        const rows = await within(askLimitMs, linkNamed(sql, name));
        return rows[0] ? routedFromRow(rows[0]) : null;
      } catch (error) {
        if (isPostgresOutage(error)) return 'away';
        throw error;
      }
    },
  };
}

async function linkNamed(sql: postgres.Sql, name: string): Promise<RoutedRow[]> {
  return sql<RoutedRow[]>`
    SELECT ${routedColumns(sql)}
    FROM links
    WHERE id = (
      SELECT link_id FROM link_names
      WHERE domain_id = 0 AND folded_name = ${foldName(name)}
        AND (kind = 'alias' OR link_id IN (SELECT id FROM links WHERE short_code = ${name})))`;
}

/** The columns of a `RoutedRow`, from `links`. */
export function routedColumns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    ${linkColumns(sql)},
    ARRAY(
      SELECT folded_name FROM link_names WHERE link_id = links.id AND kind = 'alias'
    ) AS aliases`;
}

export function routedFromRow(row: RoutedRow): RoutedLink {
  return routeLink({ link: linkFromRow(row), aliases: row.aliases });
}
