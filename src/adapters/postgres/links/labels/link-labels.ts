import type postgres from 'postgres';
import { lockAccount } from '#adapters/postgres/add-within-limit';
import { mostFolders, type Folder } from '#core/links/labels/folders';
import type {
  LabelIds,
  LinkLabels,
  LinkLabelsPorts,
  WantedLabel,
} from '#core/links/labels/link-labels';
import { colorOfNext, mostTags, type Tag } from '#core/links/labels/tags';

type Row = { readonly id: string; readonly folder: Folder | null; readonly tags: readonly Tag[] };
type Settled = Awaited<ReturnType<LinkLabelsPorts['settleLabels']>>;
type Wanted = Parameters<LinkLabelsPorts['settleLabels']>[1];
type WantedLabels = readonly WantedLabel[];

/** The labels of links (`labelsOf` in the port). */
export async function labelsOfLinks(
  sql: postgres.Sql,
  userId: string,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, LinkLabels>> {
  if (linkIds.length === 0) return new Map();
  const rows = await sql<Row[]>`
    SELECT links.id,
      (SELECT jsonb_build_object('id', folders.id, 'name', name)
        FROM link_folders JOIN folders ON folders.id = folder_id WHERE link_id = links.id) AS folder,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', tags.id, 'name', name, 'color', color)
          ORDER BY lower(name), tags.id)
        FROM link_tags JOIN tags ON tags.id = tag_id WHERE link_id = links.id), '[]') AS tags
    FROM links WHERE links.user_id = ${userId} AND links.id = ANY(${[...linkIds]}::uuid[])`;
  return new Map(rows.map(({ id, folder, tags }) => [id, { folder, tags }]));
}

/**
 * Finds or adds labels (`settleLabels` in the port). The account is locked only when a name is new.
 */
export async function settleLabels(
  sql: postgres.Sql,
  userId: string,
  { wanted, at }: { readonly wanted: Wanted; readonly at: Date },
): Promise<Settled> {
  const found = await settledOf(sql, userId, wanted);
  if (found !== null) return found;

  return sql.begin(async (tx): Promise<Settled> => {
    await lockAccount(tx, userId);
    const held = await roomOf(tx, userId, wanted);
    if (held.tags > mostTags) return { kind: 'full', field: 'tags' };
    if (held.folders > mostFolders) return { kind: 'full', field: 'folder' };
    await addNew(tx, userId, { wanted, at });
    return (await settledOf(tx, userId, wanted)) ?? { kind: 'missing', field: 'tags' };
  });
}

/** Replaces the labels of a link that are given. The account's row is locked. */
export async function writeLabels(
  tx: postgres.TransactionSql,
  { userId, linkId }: { readonly userId: string; readonly linkId: string },
  { tagIds, folderId }: LabelIds,
): Promise<void> {
  if (tagIds !== undefined) {
    const ids = [...tagIds];
    await tx`DELETE FROM link_tags WHERE link_id = ${linkId} AND tag_id <> ALL(${ids}::uuid[])`;
    await tx`
      INSERT INTO link_tags (link_id, tag_id)
      SELECT ${linkId}, id FROM tags WHERE user_id = ${userId} AND id = ANY(${ids}::uuid[])
      ON CONFLICT DO NOTHING`;
  }
  if (folderId === null) await tx`DELETE FROM link_folders WHERE link_id = ${linkId}`;
  else if (folderId !== undefined) {
    await tx`
      INSERT INTO link_folders (link_id, folder_id)
      SELECT ${linkId}, id FROM folders WHERE user_id = ${userId} AND id = ${folderId}
      ON CONFLICT (link_id) DO UPDATE SET folder_id = excluded.folder_id`;
  }
}

/** Null when a name is new. */
async function settledOf(
  sql: postgres.ISql,
  userId: string,
  { tags, folder }: Wanted,
): Promise<Settled | null> {
  const folders = folder === null ? [] : [folder];
  const tagIds = await idsOf(sql, { table: 'tags', userId }, tags);
  const folderIds = await idsOf(sql, { table: 'folders', userId }, folders);
  if (isMissing(tags, tagIds)) return { kind: 'missing', field: 'tags' };
  if (isMissing(folders, folderIds)) return { kind: 'missing', field: 'folder' };

  const known = [...tagIds, ...folderIds].filter((id) => id !== null);
  if (known.length < tags.length + folders.length) return null;
  const distinct = new Set(tagIds.filter((id) => id !== null));
  return { kind: 'settled', tagIds: [...distinct], folderId: folderIds[0] ?? null };
}

function isMissing(wanted: WantedLabels, ids: readonly (string | null)[]): boolean {
  return wanted.some(({ by }, index) => by === 'id' && ids[index] === null);
}

/** The ids of the wanted labels that exist, in their order. No name has the form of an id. */
async function idsOf(
  sql: postgres.ISql,
  { table, userId }: { readonly table: 'tags' | 'folders'; readonly userId: string },
  wanted: WantedLabels,
): Promise<readonly (string | null)[]> {
  if (wanted.length === 0) return [];
  const rows = await sql<{ id: string | null }[]>`
    SELECT (
      SELECT id FROM ${sql(table)} AS label
      WHERE user_id = ${userId} AND (label.id::text = asked.text OR lower(name) = lower(asked.text))
    ) AS id
    FROM unnest(${wanted.map(textOf)}::text[]) WITH ORDINALITY AS asked (text, place)
    ORDER BY place`;
  return rows.map(({ id }) => id);
}

function textOf(label: WantedLabel): string {
  return label.by === 'id' ? label.id : label.name;
}

/** How many tags and folders the account would have with the new names. */
async function roomOf(
  tx: postgres.TransactionSql,
  userId: string,
  { tags, folder }: Wanted,
): Promise<{ readonly tags: number; readonly folders: number }> {
  const [row = { tags: 0, folders: 0 }] = await tx<{ tags: number; folders: number }[]>`
    SELECT
      (SELECT count(DISTINCT name)::int FROM (
        SELECT lower(name) AS name FROM tags WHERE user_id = ${userId}
        UNION ALL SELECT lower(name) FROM unnest(${namesOf(tags)}::text[]) AS name) AS all_tags) AS tags,
      (SELECT count(DISTINCT name)::int FROM (
        SELECT lower(name) AS name FROM folders WHERE user_id = ${userId}
        UNION ALL SELECT lower(name) FROM unnest(${namesOf(folder === null ? [] : [folder])}::text[])
          AS name) AS all_folders) AS folders`;
  return row;
}

function namesOf(wanted: WantedLabels): string[] {
  return wanted.flatMap((label) => (label.by === 'name' ? [label.name] : []));
}

async function addNew(
  tx: postgres.TransactionSql,
  userId: string,
  { wanted, at }: { readonly wanted: Wanted; readonly at: Date },
): Promise<void> {
  const [held] = await tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM tags WHERE user_id = ${userId}`;
  let count = held?.count ?? 0;
  for (const tag of wanted.tags) {
    if (tag.by === 'id') continue;
    const row = { id: tag.newId, user_id: userId, name: tag.name, created_at: at };
    // Two names of one link may be the same in another case: each insert sees the ones before.
    // oxlint-disable-next-line no-await-in-loop
    const added = await tx`
      INSERT INTO tags ${tx({ ...row, color: colorOfNext(count) })}
      ON CONFLICT DO NOTHING RETURNING 1`;
    count += added.length;
  }
  if (wanted.folder?.by === 'name') {
    const { newId, name } = wanted.folder;
    await tx`
      INSERT INTO folders ${tx({ id: newId, user_id: userId, name, created_at: at })}
      ON CONFLICT DO NOTHING`;
  }
}
