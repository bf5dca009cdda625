import type postgres from 'postgres';
import { reservedWords } from '#core/links/names/reserved-words';

/**
 * The aliases on the short host that this version reserves, sorted. They no longer redirect, because
 * the application's own addresses take precedence.
 */
export async function reservedAliases(sql: postgres.Sql): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT folded_name AS name FROM link_names
    WHERE domain_id = 0 AND folded_name = ANY(${[...reservedWords]}) AND link_id IS NOT NULL
    ORDER BY folded_name`;
  return rows.map(({ name }) => name);
}
