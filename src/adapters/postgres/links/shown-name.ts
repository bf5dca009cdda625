import type postgres from 'postgres';

/** A link's address as `urlOfName` takes it; null without a link. From a query with `links`. */
export function shownName(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`coalesce((SELECT host || '/' FROM domains WHERE domains.number = links.domain_id), '')
    || coalesce(links.custom_alias, links.short_code)`;
}
