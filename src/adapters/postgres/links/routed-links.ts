import type postgres from 'postgres';
import { foldName } from '#core/links/names/alias';
import { splitName } from '#core/links/link-domain';
import type { FindLinkPorts } from '#core/redirect/find-link';
import { routeLink } from '#core/redirect/route-link';
import type { RoutedLink } from '#core/redirect/routed-link';
import { secondMs } from '#core/shared/time';
import { within } from '#adapters/postgres/within';
import { isPostgresOutage } from '#adapters/postgres/connect';
import { namedLink } from './link-names.ts';
import { linkColumns, linkFromRow, type LinkRow } from './link-row.ts';

/** A link's row with all its names, except its code on the short host. */
export type RoutedRow = LinkRow & { readonly names: string[] };

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

async function linkNamed(sql: postgres.Sql, key: string): Promise<RoutedRow[]> {
  const { domainNumber, name } = splitName(key);
  return sql<RoutedRow[]>`
    SELECT ${routedColumns(sql)}
    FROM links
    WHERE id = (
      SELECT link_id FROM link_names
      WHERE domain_id = ${domainNumber} AND folded_name = ${foldName(name)}
        AND (kind = 'alias' OR link_id IN (SELECT id FROM links WHERE short_code = ${name})))`;
}

/** The columns of a `RoutedRow`, from `links`. */
export function routedColumns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    ${linkColumns(sql)},
    ARRAY(
      SELECT CASE WHEN names.domain_id = 0 THEN names.folded_name ELSE names.domain_id || '/' ||
        CASE names.kind WHEN 'code' THEN links.short_code ELSE names.folded_name END END
      FROM link_names AS names
      WHERE names.link_id = links.id AND (names.kind = 'alias' OR names.domain_id <> 0)
    ) AS names`;
}

export function routedFromRow({ names, ...row }: RoutedRow): RoutedLink {
  return routeLink(namedLink(linkFromRow(row), names));
}
