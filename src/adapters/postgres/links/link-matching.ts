import type postgres from 'postgres';
import { havingLabels } from './labels/label-filter.ts';
import type { FilterAt, LinkStatus } from '#core/links/link-filter';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** `AND` and the conditions of a filter on rows of `links`; nothing when every link passes. */
export function matching(sql: postgres.Sql, userId: string, filter: FilterAt): Fragment {
  return sql`
    ${filter.isTracking ? sql`AND track_conversions` : sql``}
    ${filter.isSplit ? sql`AND split_test_enabled` : sql``}
    ${filter.status === null ? sql`` : having(sql, filter.status, filter.at)}
    ${filter.destination === null ? sql`` : leadingTo(sql, userId, filter.destination)}
    ${havingLabels(sql, userId, filter.labels)}
    ${filter.search === '' ? sql`` : containing(sql, userId, filter.search)}`;
}

function having(sql: postgres.Sql, status: LinkStatus, at: Date): Fragment {
  switch (status) {
    case 'active':
      return sql`AND is_active AND (expires_at IS NULL OR expires_at > ${at})`;
    case 'paused':
      return sql`AND NOT is_active`;
    case 'expired':
      return sql`AND expires_at <= ${at}`;
  }
}

/** The search's index finds the few links whose texts contain the address. */
function leadingTo(sql: postgres.Sql, userId: string, destination: string): Fragment {
  const pattern = `%${escaped(destination)}\n%`;
  return sql`
    AND original_url = ${destination} AND id IN (
      SELECT link_id FROM link_texts
      WHERE link_texts.user_id = ${userId} AND text LIKE lower(${pattern}))`;
}

function escaped(search: string): string {
  return search.replace(/[\\%_]/g, '\\$&');
}

function containing(sql: postgres.Sql, userId: string, search: string): Fragment {
  const pattern = `%${escaped(search)}%`;
  return sql`
    AND id IN (
      SELECT link_id FROM link_texts
      WHERE link_texts.user_id = ${userId} AND text LIKE lower(${pattern})
      UNION ALL
      SELECT link_id FROM link_tags JOIN tags ON tags.id = tag_id
      WHERE tags.user_id = ${userId} AND lower(name) LIKE lower(${pattern}))`;
}
