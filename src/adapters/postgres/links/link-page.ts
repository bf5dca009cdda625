import type postgres from 'postgres';
import type { FilterAt } from '#core/links/link-filter';
import type { Link } from '#core/links/link';
import type { LinkRanking, LinkSort, Page, PageEnd, PageQuery } from '#core/links/page-links';
import { isBackward, pageOfRows } from '#core/shared/page';
import { findLabels } from './labels/label-filter.ts';
import { type Counted, countMatching, type Matched, matching } from './link-matching.ts';
import { linkColumns, linkFromRow, type LinkRow } from './link-row.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Keyed = { readonly id: string; readonly key: string };
type KeyedRow = LinkRow & Keyed;
/** The beginning of a page, and its order. */
type Placed = Pick<PageQuery, 'sort' | 'order' | 'from' | 'limit'>;
type Reading = { readonly query: PageQuery & FilterAt; readonly ranking: LinkRanking };

/** Ids read at a time: less than a millisecond of work. */
const idsAtOnce = 500;

/** One page, found by its neighbour's sort key and id (`page` in the links port). */
export async function pageOfLinks(
  sql: postgres.Sql,
  userId: string,
  { query, ranking }: Reading,
): Promise<Page<Link>> {
  const matched: Matched = { filter: query, found: await findLabels(sql, userId, query) };
  const reading = { query: { ...query, limit: query.limit + 1 }, ranking };
  const [rows, { count }] =
    query.search === ''
      ? await Promise.all([
          readRows(sql, userId, { ...reading, which: matching(sql, userId, matched) }),
          countMatching(sql, userId, matched),
        ])
      : await searched(sql, userId, { reading, matched });
  const { items, ...ends } = pageOfRows(rows, query, endOf);
  return { ...ends, items: items.map(linkFromRow), count };
}

/**
 * The ids of all links, newest first. Each slice is its own query, so a slow reader holds no
 * connection.
 */
export async function* idsOfLinks(
  sql: postgres.Sql,
  userId: string,
): AsyncGenerator<readonly string[]> {
  const sorting = { sort: 'createdAt', order: 'desc', limit: idsAtOnce } as const;
  let from: PageQuery['from'] = null;
  do {
    const rows: Keyed[] = await sql<Keyed[]>`
      SELECT id, ${keyAsText(sql, sorting.sort)} AS key FROM links
      WHERE user_id = ${userId} ${beyond(sql, { ...sorting, from })}
      ORDER BY created_at DESC, id DESC
      LIMIT ${idsAtOnce}`;
    if (rows.length > 0) yield rows.map(({ id }) => id);
    const last = rows.at(-1);
    from = last && rows.length === idsAtOnce ? { side: 'after', mark: endOf(last) } : null;
  } while (from !== null);
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

/** How a search is best read depends on how many links it finds. */
async function searched(
  sql: postgres.Sql,
  userId: string,
  { reading, matched }: { readonly reading: Reading; readonly matched: Matched },
): Promise<[KeyedRow[], Counted]> {
  const counted = await countMatching(sql, userId, matched);
  if (counted.count === 0) return [[], counted];
  const { sort } = reading.query;
  const isInOrder = sort === 'createdAt' || sort === 'name';
  const which =
    counted.ids === null
      ? matching(sql, userId, { ...matched, isInOrder })
      : sql`AND id = ANY(${[...counted.ids]}::uuid[])`;
  return [await readRows(sql, userId, { ...reading, which }), counted];
}

/**
 * The rows of a page in the direction of reading. Its ids are found first, so that only its own rows
 * are read whole.
 */
function readRows(
  sql: postgres.Sql,
  userId: string,
  { query, ranking, which }: Reading & { readonly which: Fragment },
): Promise<KeyedRow[]> {
  const column = sortColumn(sql, query.sort);
  const direction = isUpward(query) ? sql`ASC` : sql`DESC`;
  return sql<KeyedRow[]>`
    WITH page AS MATERIALIZED (
      SELECT id AS page_id, ${column} AS page_order, ${keyAsText(sql, query.sort)} AS page_key
      FROM links ${ranked(sql, query.sort, ranking)}
      WHERE user_id = ${userId} ${which} ${beyond(sql, query)}
      ORDER BY ${column} ${direction}, id ${direction}
      LIMIT ${query.limit})
    SELECT ${linkColumns(sql)}, page_key AS key FROM page JOIN links ON id = page_id
    ORDER BY page_order ${direction}, id ${direction}`;
}

/** A backward page is read in the opposite order. */
function isUpward(query: Placed): boolean {
  return (query.order === 'asc') !== isBackward(query);
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
    case 'name':
      return sql`lower(coalesce(title, custom_alias, short_code)) COLLATE "C"`;
    case 'totalClicks':
    case 'totalConversions':
    case 'totalProfit':
      return sql`coalesce(total, 0)`;
  }
}

/** Joins the totals of a ranking with their links. */
function ranked(sql: postgres.Sql, sort: LinkSort, { linkIds, totals }: LinkRanking): Fragment {
  if (kindOf(sort) !== 'total') return sql``;
  return sql`
    LEFT JOIN unnest(${`{${linkIds}}`}::text::uuid[], ${`{${totals}}`}::text::bigint[])
      AS ranking (ranked_id, total) ON ranked_id = id`;
}

/** Times as whole microseconds, which a JavaScript date would lose. */
function keyAsText(sql: postgres.Sql, sort: LinkSort): Fragment {
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

function beyond(sql: postgres.Sql, query: Placed): Fragment {
  const { sort, from } = query;
  if (from === null) return sql``;
  const column = sortColumn(sql, sort);
  const key = keyFromText(sql, sort, from.mark.key);
  return isUpward(query)
    ? sql`AND (${column}, id) > (${key}, ${from.mark.linkId}::uuid)`
    : sql`AND (${column}, id) < (${key}, ${from.mark.linkId}::uuid)`;
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

function kindOf(sort: LinkSort): 'instant' | 'text' | 'total' {
  if (sort === 'createdAt' || sort === 'updatedAt') return 'instant';
  return sort.startsWith('total') ? 'total' : 'text';
}

function endOf({ key, id }: Keyed): PageEnd {
  return { key, linkId: id };
}
