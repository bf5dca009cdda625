import type postgres from 'postgres';
import type { LinkSort } from '#contract/links/links';
import type {
  ExportFilter,
  FilterAt,
  LinkRanking,
  PageEnd,
  PageQuery,
  ReadPage,
} from '#core/links/link-filter';
import type { Link } from '#core/links/link';
import { pageOfRows } from '#core/shared/page';
import { findLabels } from './labels/label-filter.ts';
import { countMatching, type Matched, matching } from './link-matching.ts';
import { linkColumns, linkFromRow, type LinkRow } from './link-row.ts';
import { beyond, isUpward, keyAsText, kindOf, sortColumn } from './page-order.ts';
import { rankedRows } from './ranked-page.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Keyed = { readonly id: string; readonly key: string };
type KeyedRow = LinkRow & Keyed;
type Reading = { readonly query: PageQuery & FilterAt; readonly ranking: LinkRanking };

/** Ids read at a time: less than a millisecond of work. */
const idsAtOnce = 500;
/** Links that are read in the requested order before the number of matches is known. */
const readAhead = 500;

/** One page, found by its neighbour's sort key and id (`page` in the links port). */
export async function pageOfLinks(
  sql: postgres.Sql,
  userId: string,
  { query, ranking }: Reading,
): Promise<ReadPage> {
  const matched: Matched = { filter: query, found: await findLabels(sql, userId, query) };
  const reading = { query: { ...query, limit: query.limit + 1 }, ranking };
  const { rows, count } =
    query.search === ''
      ? await listed(sql, userId, { reading, matched })
      : await searched(sql, userId, { reading, matched });
  const { items, ...ends } = pageOfRows(rows, query, endOf);
  return { ...ends, items: items.map(({ key: _key, ...row }) => linkFromRow(row)), count };
}

/**
 * The ids of all links, or of those that pass the filter, newest first. Each slice is its own query, so a slow reader holds no
 * connection.
 */
export async function* idsOfLinks(
  sql: postgres.Sql,
  userId: string,
  filter?: ExportFilter,
): AsyncGenerator<readonly string[]> {
  const matched = filter && { filter, found: await findLabels(sql, userId, filter) };
  const sorting = { sort: 'createdAt', order: 'desc', limit: idsAtOnce } as const;
  let from: PageQuery['from'] = null;
  do {
    const rows: Keyed[] = await sql<Keyed[]>`
      SELECT id, ${keyAsText(sql, sorting.sort)} AS key FROM links
      WHERE user_id = ${userId} ${matched ? matching(sql, userId, matched) : sql``}
        ${filter?.ids ? sql`AND id = ANY(${[...filter.ids]}::uuid[])` : sql``}
        ${beyond(sql, { ...sorting, from })}
      ORDER BY created_at DESC, id DESC
      LIMIT ${idsAtOnce}`;
    if (rows.length > 0) yield rows.map(({ id }) => id);
    const last = rows.at(-1);
    from = last && rows.length === idsAtOnce ? { side: 'after', position: endOf(last) } : null;
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

type Asked = { readonly reading: Reading; readonly matched: Matched };
/** The rows of a page, and how many links match, which may be known later. */
type Rows = { readonly rows: readonly KeyedRow[]; readonly count: Promise<number> };

/** Without a search the rows are read while the links are counted. */
async function listed(sql: postgres.Sql, userId: string, asked: Asked): Promise<Rows> {
  const { reading, matched } = asked;
  const count = countOf(sql, userId, matched);
  const rows = await readRows(sql, userId, { ...reading, which: matching(sql, userId, matched) });
  return { rows, count };
}

/**
 * The fastest way to read and count a search depends on the number of links that it finds. A search
 * that fills a page from the first links of the order finds many.
 */
async function searched(sql: postgres.Sql, userId: string, asked: Asked): Promise<Rows> {
  const { reading, matched } = asked;
  const { sort, limit } = reading.query;
  const isInOrder = sort === 'createdAt' || sort === 'name';
  const inOrder = matching(sql, userId, { ...matched, isInOrder });
  if (isInOrder) {
    const among = nextLinks(sql, userId, reading.query);
    const rows = await readRows(sql, userId, { ...reading, which: inOrder, among });
    if (rows.length === limit) {
      // With a matching tag, most links may be found by that tag, and only few by their texts.
      const findsMany = matched.found.searchedTagIds.length === 0;
      return { rows, count: countOf(sql, userId, { ...matched, findsMany }) };
    }
  }
  const { count, ids } = await countMatching(sql, userId, matched);
  const which = ids === null ? inOrder : sql`AND id = ANY(${[...ids]}::uuid[])`;
  const rows = count === 0 ? [] : await readRows(sql, userId, { ...reading, which });
  return { rows, count: Promise.resolve(count) };
}

function countOf(sql: postgres.Sql, userId: string, matched: Matched): Promise<number> {
  const count = countMatching(sql, userId, matched).then((counted) => counted.count);
  // When reading the rows fails, nothing awaits the count, so its rejection is handled here.
  count.catch(() => {});
  return count;
}

/** The next links in the order, whether they match the search or not. */
function nextLinks(sql: postgres.Sql, userId: string, query: PageQuery): Fragment {
  const direction = isUpward(query) ? sql`ASC` : sql`DESC`;
  return sql`
    (SELECT * FROM links WHERE user_id = ${userId} ${beyond(sql, query)}
      ORDER BY ${sortColumn(sql, query.sort)} ${direction}, id ${direction}
      LIMIT ${readAhead}) AS links`;
}

/**
 * The rows of a page in the direction of reading. The ids of the page are found first, so that only
 * rows of the page are read completely.
 */
function readRows(
  sql: postgres.Sql,
  userId: string,
  {
    query,
    ranking,
    which,
    among = sql`links`,
  }: Reading & { readonly which: Fragment; readonly among?: Fragment },
): Promise<KeyedRow[]> {
  if (kindOf(query.sort) === 'total' && isWhole(query)) {
    return rankedRows(sql, userId, { query, ranking });
  }
  const column = sortColumn(sql, query.sort);
  const direction = isUpward(query) ? sql`ASC` : sql`DESC`;
  return sql<KeyedRow[]>`
    WITH page AS MATERIALIZED (
      SELECT id AS page_id, ${column} AS page_order, ${keyAsText(sql, query.sort)} AS page_key
      FROM ${among} ${ranked(sql, query.sort, ranking)}
      WHERE user_id = ${userId} ${which} ${beyond(sql, query)}
      ORDER BY ${column} ${direction}, id ${direction}
      LIMIT ${query.limit})
    SELECT ${linkColumns(sql)}, page_key AS key FROM page JOIN links ON id = page_id
    ORDER BY page_order ${direction}, id ${direction}`;
}

/** Whether the page is one of all links. Only then most links of a ranking are on some page. */
function isWhole(query: PageQuery): boolean {
  const { search, destination, isTracking, isSplit, status, labels, exactly } = query;
  const isSought = search !== '' || exactly !== undefined;
  const isFiltered = isTracking || isSplit || status !== null || isSought;
  return !isFiltered && destination === null && labels.tags.length + labels.folders.length === 0;
}

/** Joins the totals of a ranking with their links. */
function ranked(sql: postgres.Sql, sort: LinkSort, { linkIds, totals }: LinkRanking): Fragment {
  if (kindOf(sort) !== 'total') return sql``;
  return sql`
    LEFT JOIN unnest(${`{${linkIds}}`}::text::uuid[], ${`{${totals}}`}::text::bigint[])
      AS ranking (ranked_id, total) ON ranked_id = id`;
}

function endOf({ key, id }: Keyed): PageEnd {
  return { key, linkId: id };
}
