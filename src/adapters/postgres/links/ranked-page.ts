import type postgres from 'postgres';
import type { LinkRanking } from '#core/links/link-filter';
import { linkColumns, type LinkRow } from './link-row.ts';
import { beyond, isUpward, type Placed } from './page-order.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type KeyedRow = LinkRow & { readonly key: string };

type Reading = {
  readonly query: Placed;
  readonly ranking: LinkRanking;
};

/** Links of a ranking that are read at first; each further reading takes four times as many. */
const firstChunk = 100;

/**
 * The rows of a page of all links sorted by a total, in the direction of reading. Only the rows
 * around the page are read. There are three parts: links with totals on the first side of zero, in
 * the order of the ranking; links without a total, in the order of their ids; and links on the
 * other side of zero.
 */
export async function rankedRows(
  sql: postgres.Sql,
  userId: string,
  reading: Reading,
): Promise<KeyedRow[]> {
  const { query } = reading;
  const parts = isUpward(query) ? (['<', '=', '>'] as const) : (['>', '=', '<'] as const);
  const rows: KeyedRow[] = [];
  for (const part of parts) {
    const missing = query.limit - rows.length;
    if (missing <= 0) break;
    const wanted = { ...reading, query: { ...query, limit: missing } };
    // A part is read only when the parts before it do not fill the page. oxlint-disable-next-line
    // no-await-in-loop
    rows.push(...(await partOf(sql, userId, { ...wanted, part })));
  }
  return rows;
}

type PartReading = Reading & { readonly part: '<' | '=' | '>' };

async function partOf(
  sql: postgres.Sql,
  userId: string,
  reading: PartReading,
): Promise<KeyedRow[]> {
  if (reading.part === '=') return withoutTotal(sql, userId, reading);
  return reading.ranking.linkIds === '' ? [] : inRanking(sql, userId, reading);
}

/** Links with a total, in the order of the ranking: chunk by chunk, until the page is full. */
async function inRanking(
  sql: postgres.Sql,
  userId: string,
  { query, ranking, part }: PartReading,
): Promise<KeyedRow[]> {
  const direction = isUpward(query) ? sql`ASC` : sql`DESC`;
  const sign = part === '<' ? sql`total < 0` : sql`total > 0`;
  const rows: KeyedRow[] = [];
  for (let [at, chunk] = [0, firstChunk]; ; at += chunk, chunk *= 4) {
    const wanted = query.limit - rows.length;
    // The beginning of the next chunk is known only when this one was read.
    // oxlint-disable-next-line no-await-in-loop
    const found = await sql<(KeyedRow & { taken: number })[]>`
      WITH ranked AS MATERIALIZED (
        SELECT id, total FROM ${totalsOf(sql, ranking)}
        WHERE ${sign} ${beyond(sql, query)}
        ORDER BY total ${direction}, id ${direction} LIMIT ${chunk} OFFSET ${at}),
      page AS MATERIALIZED (
        SELECT links.id AS page_id, total AS page_total FROM ranked JOIN links ON links.id = ranked.id
        WHERE user_id = ${userId}
        ORDER BY total ${direction}, links.id ${direction} LIMIT ${wanted})
      SELECT ${linkColumns(sql)}, page_total::text AS key,
        (SELECT count(*)::int FROM ranked) AS taken
      FROM (SELECT 1) AS always LEFT JOIN page ON true LEFT JOIN links ON id = page_id
      ORDER BY page_total ${direction}, id ${direction}`;
    const [{ taken } = { taken: 0 }] = found;
    rows.push(...found.flatMap(({ taken: _taken, ...row }) => (row.id === null ? [] : [row])));
    if (rows.length >= query.limit || taken < chunk) return rows;
  }
}

/** Links without a total, by their ids. */
function withoutTotal(
  sql: postgres.Sql,
  userId: string,
  { query, ranking }: Reading,
): Promise<KeyedRow[]> {
  const direction = isUpward(query) ? sql`ASC` : sql`DESC`;
  const others =
    ranking.linkIds === ''
      ? sql``
      : sql`AND id NOT IN (
          SELECT ranked.id FROM ${totalsOf(sql, ranking)} AS ranked WHERE total <> 0)`;
  return sql<KeyedRow[]>`
    WITH page AS MATERIALIZED (
      SELECT id AS page_id
      FROM (SELECT *, 0::bigint AS total FROM links WHERE user_id = ${userId}) AS links
      WHERE true ${others} ${beyond(sql, query)}
      ORDER BY id ${direction} LIMIT ${query.limit})
    SELECT ${linkColumns(sql)}, '0' AS key FROM page JOIN links ON id = page_id
    ORDER BY id ${direction}`;
}

/** The ranking as rows of `id` and `total`. */
function totalsOf(sql: postgres.Sql, { linkIds, totals }: LinkRanking): Fragment {
  return sql`(
    SELECT ranked_id AS id, total
    FROM unnest(${`{${linkIds}}`}::text::uuid[], ${`{${totals}}`}::text::bigint[])
      AS totals (ranked_id, total))`;
}
