import type postgres from 'postgres';
import type { Link } from '#core/links/link';
import type { LinkSort, Page, PageEnd, PageQuery } from '#core/links/page-links';
import { linkColumns, linkFromRow, type LinkRow } from './link-row.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Keyed = { readonly id: string; readonly key: string };
type KeyedRow = LinkRow & Keyed;

/** So many ids are read at a time: less than a millisecond of work. */
const idsAtOnce = 500;

/** One page, found by the sort key and id of the one before (`page` in the links port). */
export async function pageOfLinks(
  sql: postgres.Sql,
  userId: string,
  query: PageQuery,
): Promise<Page<Link>> {
  const [rows, [counted]] = await Promise.all([
    readSlice(sql, userId, { ...query, limit: query.limit + 1 }),
    sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM links
      WHERE user_id = ${userId} ${matching(sql, query.search)}`,
  ]);
  const items = rows.slice(0, query.limit);
  return {
    items: items.map(linkFromRow),
    count: counted?.count ?? 0,
    next: rows.length > query.limit ? endOf(items) : null,
  };
}

/** The ids of all links, newest first. Each slice is a query of its own: no slow reader holds a connection. */
export async function* idsOfLinks(
  sql: postgres.Sql,
  userId: string,
): AsyncGenerator<readonly string[]> {
  const sorting = { sort: 'createdAt', order: 'desc' } as const;
  let after: PageEnd | null = null;
  do {
    const rows: Keyed[] = await sql<Keyed[]>`
      SELECT id, ${keyAsText(sql, sorting.sort)} AS key FROM links
      WHERE user_id = ${userId} ${beyond(sql, { ...sorting, after })}
      ORDER BY created_at DESC, id DESC
      LIMIT ${idsAtOnce}`;
    if (rows.length > 0) yield rows.map(({ id }) => id);
    after = rows.length === idsAtOnce ? endOf(rows) : null;
  } while (after !== null);
}

/** These links of the account, in this order (`some` in the links port). */
export async function someLinks(
  sql: postgres.Sql,
  userId: string,
  linkIds: readonly string[],
): Promise<readonly Link[]> {
  const rows = await sql<LinkRow[]>`
    SELECT ${linkColumns(sql)} FROM links
    WHERE id = ANY(${[...linkIds]}::uuid[]) AND user_id = ${userId}
    ORDER BY array_position(${[...linkIds]}::uuid[], id)`;
  return rows.map(linkFromRow);
}

function readSlice(sql: postgres.Sql, userId: string, query: PageQuery): Promise<KeyedRow[]> {
  const column = sortColumn(sql, query.sort);
  const direction = query.order === 'asc' ? sql`ASC` : sql`DESC`;
  return sql<KeyedRow[]>`
    SELECT ${linkColumns(sql)}, ${keyAsText(sql, query.sort)} AS key FROM links
    WHERE user_id = ${userId} ${matching(sql, query.search)} ${beyond(sql, query)}
    ORDER BY ${column} ${direction}, id ${direction}
    LIMIT ${query.limit}`;
}

function sortColumn(sql: postgres.Sql, sort: LinkSort): Fragment {
  switch (sort) {
    case 'createdAt':
      return sql`created_at`;
    case 'updatedAt':
      return sql`updated_at`;
    case 'originalUrl':
      return sql`lower(original_url) COLLATE "C"`;
    case 'title':
      return sql`lower(coalesce(title, '')) COLLATE "C"`;
  }
}

/** Instants as whole microseconds, which a JavaScript date would lose. */
function keyAsText(sql: postgres.Sql, sort: LinkSort): Fragment {
  const column = sortColumn(sql, sort);
  return isInstant(sort) ? sql`(extract(epoch FROM ${column}) * 1000000)::bigint::text` : column;
}

function beyond(
  sql: postgres.Sql,
  { sort, order, after }: Pick<PageQuery, 'sort' | 'order' | 'after'>,
): Fragment {
  if (after === null) return sql``;
  const column = sortColumn(sql, sort);
  const key = isInstant(sort)
    ? sql`'epoch'::timestamptz + ${after.key}::bigint * interval '1 microsecond'`
    : sql`${after.key}::text COLLATE "C"`;
  return order === 'asc'
    ? sql`AND (${column}, id) > (${key}, ${after.linkId}::uuid)`
    : sql`AND (${column}, id) < (${key}, ${after.linkId}::uuid)`;
}

function matching(sql: postgres.Sql, search: string): Fragment {
  if (search === '') return sql``;
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`AND (original_url ILIKE ${pattern} OR short_code ILIKE ${pattern}
    OR custom_alias ILIKE ${pattern})`;
}

function isInstant(sort: LinkSort): boolean {
  return sort === 'createdAt' || sort === 'updatedAt';
}

function endOf(rows: readonly Keyed[]): PageEnd | null {
  const last = rows.at(-1);
  return last ? { key: last.key, linkId: last.id } : null;
}
