import type postgres from 'postgres';
import { unlabelled } from '#contract/analytics/report-filters';
import { type LabelFilter } from '#core/links/labels';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * The ids of the labels that a filter names. Postgres plans a condition on ids well, and one on
 * names badly.
 */
export type FoundLabels = {
  readonly tagIds: readonly string[];
  readonly folderIds: readonly string[];
  /** Tags whose names contain the searched text. */
  readonly searchedTagIds: readonly string[];
};

type Wanted = { readonly labels: LabelFilter; readonly search: string };

const nothing: FoundLabels = { tagIds: [], folderIds: [], searchedTagIds: [] };

/** Finds the account's tags and folders that a filter names. */
export async function findLabels(
  sql: postgres.Sql,
  userId: string,
  { labels: { tags, folders }, search }: Wanted,
): Promise<FoundLabels> {
  if (tags.length === 0 && folders.length === 0 && search === '') return nothing;
  const pattern = containedIn(search);
  const [row] = await sql<{ tags: string[]; folders: string[]; searched: string[] }[]>`
    SELECT
      ARRAY(SELECT id FROM tags WHERE user_id = ${userId} AND ${isNamed(sql, tags)}) AS tags,
      ARRAY(SELECT id FROM folders WHERE user_id = ${userId} AND ${isNamed(sql, folders)}) AS folders,
      ARRAY(SELECT id FROM tags WHERE user_id = ${userId} AND ${search} <> ''
        AND lower(name) LIKE lower(${pattern})) AS searched`;
  if (row === undefined) return nothing;
  return { tagIds: row.tags, folderIds: row.folders, searchedTagIds: row.searched };
}

/** The pattern of LIKE for texts that contain `search`. */
export function containedIn(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * `AND` and the condition that rows of `links` have the requested labels; empty without a filter.
 */
export function havingLabels(
  sql: postgres.Sql,
  { tags, folders }: LabelFilter,
  { tagIds, folderIds }: FoundLabels,
): Fragment {
  const ofTags = sql`
    id IN (SELECT link_id FROM link_tags WHERE tag_id = ANY(${[...tagIds]}::uuid[]))`;
  const ofFolders = sql`
    id IN (SELECT link_id FROM link_folders WHERE folder_id = ANY(${[...folderIds]}::uuid[]))`;
  const untagged = sql`NOT EXISTS (SELECT 1 FROM link_tags WHERE link_id = links.id)`;
  const unfiled = sql`NOT EXISTS (SELECT 1 FROM link_folders WHERE link_id = links.id)`;
  return sql`
    ${tags.length === 0 ? sql`` : anyOf(sql, ofTags, tags.includes(unlabelled) ? untagged : null)}
    ${folders.length === 0 ? sql`` : anyOf(sql, ofFolders, folders.includes(unlabelled) ? unfiled : null)}`;
}

function anyOf(sql: postgres.Sql, first: Fragment, second: Fragment | null): Fragment {
  return second === null ? sql`AND ${first}` : sql`AND (${first} OR ${second})`;
}

/** Labels with one of these ids or names. No name has the form of an id. */
function isNamed(sql: postgres.Sql, texts: readonly string[]): Fragment {
  return sql`(id::text = ANY(${[...texts]}::text[])
    OR lower(name) IN (SELECT lower(text) FROM unnest(${[...texts]}::text[]) AS text))`;
}
