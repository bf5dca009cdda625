import type postgres from 'postgres';
import { unlabelled } from '#core/links/labels/label-name';
import type { LabelFilter } from '#core/links/labels/label-filter';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** `AND` and the condition that rows of `links` have the wanted labels; nothing when all have. */
export function havingLabels(
  sql: postgres.Sql,
  userId: string,
  { tags, folders }: LabelFilter,
): Fragment {
  const ofTags = sql`
    id IN (SELECT link_id FROM link_tags JOIN tags ON tags.id = tag_id
      WHERE ${isNamed(sql, 'tags', { userId, texts: tags })})`;
  const ofFolders = sql`
    id IN (SELECT link_id FROM link_folders JOIN folders ON folders.id = folder_id
      WHERE ${isNamed(sql, 'folders', { userId, texts: folders })})`;
  const untagged = sql`NOT EXISTS (SELECT 1 FROM link_tags WHERE link_id = links.id)`;
  const unfiled = sql`NOT EXISTS (SELECT 1 FROM link_folders WHERE link_id = links.id)`;
  return sql`
    ${tags.length === 0 ? sql`` : anyOf(sql, ofTags, tags.includes(unlabelled) ? untagged : null)}
    ${folders.length === 0 ? sql`` : anyOf(sql, ofFolders, folders.includes(unlabelled) ? unfiled : null)}`;
}

function anyOf(sql: postgres.Sql, first: Fragment, second: Fragment | null): Fragment {
  return second === null ? sql`AND ${first}` : sql`AND (${first} OR ${second})`;
}

/** The account's labels with one of these ids or names. No name has the form of an id. */
function isNamed(
  sql: postgres.Sql,
  table: 'tags' | 'folders',
  { userId, texts }: { readonly userId: string; readonly texts: readonly string[] },
): Fragment {
  const of = (column: string) => sql(`${table}.${column}`);
  return sql`${of('user_id')} = ${userId} AND (${of('id')}::text = ANY(${[...texts]}::text[])
    OR lower(${of('name')}) IN (SELECT lower(text) FROM unnest(${[...texts]}::text[]) AS text))`;
}
