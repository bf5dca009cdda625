import type postgres from 'postgres';
import type { LinkSort } from '#contract/links/links';
import type { PageQuery } from '#core/links/link-filter';
import { isBackward } from '#core/shared/page';

type Fragment = postgres.PendingQuery<postgres.Row[]>;
/** The beginning of a page, and its order. */
export type Placed = Pick<PageQuery, 'sort' | 'order' | 'from' | 'limit'>;

/** A backward page is read in the opposite order. */
export function isUpward(query: Placed): boolean {
  return (query.order === 'asc') !== isBackward(query);
}

/** What a sort compares. `total` is a column of a ranking. */
export function sortColumn(sql: postgres.Sql, sort: LinkSort): Fragment {
  switch (sort) {
    case 'createdAt':
      return sql`created_at`;
    case 'updatedAt':
      return sql`updated_at`;
    case 'originalUrl':
      return sql`lower(original_url) COLLATE "C"`;
    case 'title':
      return sql`lower(coalesce(title, '')) COLLATE "C"`;
    case 'name':
      return sql`lower(coalesce(title, custom_alias, short_code)) COLLATE "C"`;
    case 'totalClicks':
    case 'totalConversions':
    case 'totalProfit':
      return sql`coalesce(total, 0)`;
  }
}

/** Times as whole microseconds, which a JavaScript date would lose. */
export function keyAsText(sql: postgres.Sql, sort: LinkSort): Fragment {
  const column = sortColumn(sql, sort);
  switch (kindOf(sort)) {
    case 'instant':
      return sql`(extract(epoch FROM ${column}) * 1000000)::bigint::text`;
    case 'total':
      return sql`${column}::text`;
    case 'text':
      return column;
  }
}

/** `AND` and the condition that a row follows the page before; nothing for the first page. */
export function beyond(sql: postgres.Sql, query: Placed): Fragment {
  const { sort, from } = query;
  if (from === null) return sql``;
  const column = sortColumn(sql, sort);
  const key = keyFromText(sql, sort, from.position.key);
  return isUpward(query)
    ? sql`AND (${column}, id) > (${key}, ${from.position.linkId}::uuid)`
    : sql`AND (${column}, id) < (${key}, ${from.position.linkId}::uuid)`;
}

function keyFromText(sql: postgres.Sql, sort: LinkSort, key: string): Fragment {
  switch (kindOf(sort)) {
    case 'instant':
      return sql`'epoch'::timestamptz + ${key}::bigint * interval '1 microsecond'`;
    case 'total':
      return sql`${key}::bigint`;
    case 'text':
      return sql`${key}::text COLLATE "C"`;
  }
}

export function kindOf(sort: LinkSort): 'instant' | 'text' | 'total' {
  if (sort === 'createdAt' || sort === 'updatedAt') return 'instant';
  return sort.startsWith('total') ? 'total' : 'text';
}
