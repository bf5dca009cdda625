import type postgres from 'postgres';
import type { ExactFilter, FilterAt } from '#core/links/link-filter';
import { foldName } from '#core/links/names/alias';
import { containedIn, type FoundLabels, havingLabels } from './labels/label-filter.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;
/**
 * A filter, and the labels that `findLabels` has found for it. `isInOrder`: the links are read in
 * the order of an index until a page is full, because many match. `findsMany`: many texts are known
 * to contain the search, so the search index is not used.
 */
export type Matched = {
  readonly filter: FilterAt;
  readonly found: FoundLabels;
  readonly isInOrder?: boolean;
  readonly findsMany?: boolean;
};

const hasTrigram = /[\p{L}\p{N}]{3}/u;

/** `AND` and the conditions of a filter on rows of `links`; nothing when every link passes. */
export function matching(sql: postgres.Sql, userId: string, matched: Matched): Fragment {
  const { filter, found } = matched;
  return sql`
    ${filter.isTracking ? sql`AND track_conversions` : sql``}
    ${filter.isSplit ? sql`AND split_test_enabled` : sql``}
    ${having(sql, userId, filter)}
    ${filter.exactly ? exactly(sql, userId, filter.exactly) : sql``}
    ${filter.destination === null ? sql`` : leadingTo(sql, userId, filter.destination)}
    ${havingLabels(sql, filter.labels, found)}
    ${filter.search === '' ? sql`` : containing(sql, userId, matched)}`;
}

/** The number of matching links. `ids` has their ids when a search finds few; otherwise null. */
export type Counted = { readonly count: number; readonly ids: readonly string[] | null };

/**
 * Counts the links that match. A search without filters, or a filter by one tag, needs no row of
 * `links`.
 */
export async function countMatching(
  sql: postgres.Sql,
  userId: string,
  matched: Matched,
): Promise<Counted> {
  const [row] = await sql<Counted[]>`${counting(sql, userId, matched)}`;
  return row ?? { count: 0, ids: null };
}

/**
 * Up to this many found links, a page is sorted from the counted ids instead of searching again.
 */
const fewLinks = 1000;

function counting(sql: postgres.Sql, userId: string, matched: Matched): Fragment {
  const { filter, found } = matched;
  const { search, destination, isTracking, isSplit, status, labels } = filter;
  const isNarrow = destination !== null || filter.exactly !== undefined;
  const isByRow = isTracking || isSplit || status !== null || isNarrow;
  const hasLabels = labels.tags.length > 0 || labels.folders.length > 0;
  if (search !== '' && !isByRow && !hasLabels) return countingTexts(sql, userId, matched);
  if (search !== '') {
    return sql`
      SELECT count(*)::int AS count, ${fewIds(sql, sql`id`, matched)} AS ids
      FROM links WHERE user_id = ${userId} ${matching(sql, userId, matched)}`;
  }
  if (!isByRow && !hasLabels) {
    return sql`SELECT links AS count, NULL AS ids FROM link_counts WHERE user_id = ${userId}`;
  }
  const [tagId, ...more] = found.tagIds;
  const isOneTag = labels.tags.length === 1 && labels.folders.length === 0 && more.length === 0;
  return !isByRow && isOneTag && tagId !== undefined
    ? sql`SELECT count(*)::int AS count, NULL AS ids FROM link_tags WHERE tag_id = ${tagId}`
    : sql`
      SELECT count(*)::int AS count, NULL AS ids FROM links
      WHERE user_id = ${userId} ${matching(sql, userId, matched)}`;
}

/** The ids of counted links when they are few. Postgres collects all of them before it knows that. */
function fewIds(sql: postgres.Sql, id: Fragment, { findsMany = false }: Matched): Fragment {
  return findsMany ? sql`NULL` : sql`CASE WHEN count(*) <= ${fewLinks} THEN array_agg(${id}) END`;
}

/**
 * Counts the links that a search without filters finds. Links with a matching tag are counted
 * without reading their texts, which takes a fifth of the time when all links have the tag.
 */
function countingTexts(sql: postgres.Sql, userId: string, matched: Matched): Fragment {
  return sql`
    SELECT count(*)::int AS count, ${fewIds(sql, sql`link_id`, matched)} AS ids
    FROM (${foundLinks(sql, userId, matched)}) AS found`;
}

/** The links that a search without filters finds by tags or by texts, each once. */
function foundLinks(sql: postgres.Sql, userId: string, matched: Matched): Fragment {
  const { searchedTagIds } = matched.found;
  const found = { ...matched.found, searchedTagIds: [] };
  const byText = sql`SELECT link_id ${textsContaining(sql, userId, { ...matched, found })}`;
  if (searchedTagIds.length === 0) return byText;
  const distinct = searchedTagIds.length === 1 ? sql`` : sql`DISTINCT`;
  const isTagged = sql`tag_id = ANY(${[...searchedTagIds]}::uuid[])`;
  return sql`
    SELECT ${distinct} link_id FROM link_tags WHERE ${isTagged}
    UNION ALL ${byText} AND NOT EXISTS (
      SELECT 1 FROM link_tags WHERE link_tags.link_id = link_texts.link_id AND ${isTagged})`;
}

function having(sql: postgres.Sql, userId: string, { status, at }: FilterAt): Fragment {
  switch (status) {
    case null:
      return sql``;
    case 'active':
      return sql`
        AND is_active AND (expires_at IS NULL OR expires_at > ${at}) AND clicks_reached_at IS NULL`;
    case 'paused':
      return sql`AND NOT is_active`;
    case 'expired':
      return sql`AND (expires_at <= ${at} OR clicks_reached_at IS NOT NULL)`;
    case 'broken':
      return sql`
        AND id IN (
          SELECT link_id FROM link_destinations JOIN destinations
            ON destinations.id = destination_id
          WHERE destinations.user_id = ${userId} AND broken_since IS NOT NULL)`;
  }
}

function exactly(sql: postgres.Sql, userId: string, filter: ExactFilter): Fragment {
  const { externalId, named, createdAfter, createdBefore, updatedSince } = filter;
  return sql`
    ${externalId === null ? sql`` : sql`AND external_id = ${externalId}`}
    ${named === null ? sql`` : calledBy(sql, userId, named)}
    ${createdAfter === null ? sql`` : sql`AND created_at > ${createdAfter}`}
    ${createdBefore === null ? sql`` : sql`AND created_at < ${createdBefore}`}
    ${updatedSince === null ? sql`` : sql`AND updated_at >= ${updatedSince}`}`;
}

/** A code counts in its own spelling alone. Other accounts may have asked for the host, too. */
function calledBy(
  sql: postgres.Sql,
  userId: string,
  { name, host }: NonNullable<ExactFilter['named']>,
): Fragment {
  const domain =
    host === null
      ? sql`0`
      : sql`(SELECT number FROM domains WHERE host = ${host} AND user_id = ${userId})`;
  return sql`
    AND id IN (
      SELECT link_id FROM link_names
      WHERE domain_id = ${domain} AND folded_name = ${foldName(name)}
        AND (kind = 'alias' OR links.short_code = ${name}))`;
}

/** The search's index finds the few links whose texts contain the address. */
function leadingTo(sql: postgres.Sql, userId: string, destination: string): Fragment {
  const pattern = containedIn(`${destination}\n`);
  return sql`
    AND original_url = ${destination} AND id IN (
      SELECT link_id FROM link_texts
      WHERE link_texts.user_id = ${userId} AND text LIKE lower(${pattern}))`;
}

/**
 * Postgres cannot estimate how many texts contain a search. With `isInOrder` many do, so the text
 * of each link is checked while the links are read.
 */
function containing(sql: postgres.Sql, userId: string, matched: Matched): Fragment {
  const texts = textsContaining(sql, userId, matched);
  return matched.isInOrder === true
    ? sql`AND (SELECT true ${texts} AND link_texts.link_id = links.id)`
    : sql`AND id IN (SELECT link_id ${texts} )`;
}

function textsContaining(
  sql: postgres.Sql,
  userId: string,
  { filter: { search }, found: { searchedTagIds }, findsMany = false }: Matched,
): Fragment {
  // Without three letters in a row, the whole index would be read, which is slower than reading the
  // texts. The index is also slower for a search that finds many links, but Postgres plans the
  // statement for few.
  const isByIndex = hasTrigram.test(search) && !findsMany;
  const text = isByIndex ? sql`text` : sql`text || ''`;
  const contains = sql`${text} LIKE lower(${containedIn(search)})`;
  const condition =
    searchedTagIds.length === 0
      ? contains
      : sql`(${contains} OR EXISTS (
          SELECT 1 FROM link_tags
          WHERE link_tags.link_id = link_texts.link_id
            AND tag_id = ANY(${[...searchedTagIds]}::uuid[])))`;
  return sql`FROM link_texts WHERE link_texts.user_id = ${userId} AND ${condition}`;
}
