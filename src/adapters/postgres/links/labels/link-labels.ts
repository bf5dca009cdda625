import type postgres from 'postgres';
import { mostFolders, type FolderOfLink } from '#contract/links/labels';
import {
  type LinkLabels,
  type RefusedLabels,
  type WantedLabel,
  type WantedLabels,
} from '#core/links/labels';
import { mostTags, type TagOfLink } from '#contract/links/labels';
import { colorOfNext } from '#core/links/labels';

type Row = {
  readonly id: string;
  readonly folder: FolderOfLink | null;
  readonly tags: readonly TagOfLink[];
};

/** The labels of a link by their ids; absent ones stay as they are. */
export type LabelIds = {
  readonly tagIds?: readonly string[];
  readonly folderId?: string | null;
};

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

/** The first field with an unknown id (`missingLabels` in the port). */
export async function missingLabels(
  sql: postgres.ISql,
  userId: string,
  wanted: WantedLabels,
): Promise<RefusedLabels['field'] | null> {
  const { missing } = await foundOf(sql, userId, wanted);
  return missing;
}

/**
 * The ids of the wanted labels, each once; null when a name is new. `label_missing`: the account has no
 * label with one of the wanted ids.
 */
export async function knownLabels(
  sql: postgres.ISql,
  userId: string,
  wanted: WantedLabels,
): Promise<LabelIds | RefusedLabels | null> {
  const { missing, tagIds, folderId } = await foundOf(sql, userId, wanted);
  if (missing !== null) return { kind: 'label_missing', field: missing };
  const isKnown = folderId !== undefined || !wanted.folder;
  if (!isKnown || tagIds.some((id) => id === null)) return null;
  return {
    ...(wanted.tags && { tagIds: [...new Set(tagIds.filter((id) => id !== null))] }),
    ...(folderId !== undefined && { folderId }),
  };
}

/** Why the account cannot have the wanted labels; null when it can. The account's row is locked. */
export async function refusedLabels(
  tx: postgres.TransactionSql,
  userId: string,
  wanted: WantedLabels,
): Promise<RefusedLabels | null> {
  const known = await knownLabels(tx, userId, wanted);
  if (known !== null) return 'kind' in known ? known : null;
  const held = await roomOf(tx, userId, wanted);
  if (held.tags > mostTags) return { kind: 'labels_full', field: 'tags' };
  return held.folders > mostFolders ? { kind: 'labels_full', field: 'folder' } : null;
}

type Labelled = { readonly userId: string; readonly linkId: string; readonly at: Date };

/**
 * Replaces the labels of a link that are given; names that the account does not have become its
 * labels. The account's row is locked, and `refusedLabels` refuses nothing.
 */
export async function writeLabels(
  tx: postgres.TransactionSql,
  { userId, linkId, at }: Labelled,
  wanted: WantedLabels,
): Promise<void> {
  await addNew(tx, userId, { wanted, at });
  const known = await knownLabels(tx, userId, wanted);
  if (known === null || 'kind' in known) return;
  const { tagIds, folderId } = known;
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

type Found = {
  /** In the order of the requested tags; null: the account does not have this tag. */
  readonly tagIds: readonly (string | null)[];
  /** Undefined: not requested, or the account does not have it. */
  readonly folderId: string | null | undefined;
  readonly missing: RefusedLabels['field'] | null;
};

async function foundOf(
  sql: postgres.ISql,
  userId: string,
  { tags = [], folder }: WantedLabels,
): Promise<Found> {
  const folders = folder ? [folder] : [];
  const tagIds = await idsOf(sql, { table: 'tags', userId }, tags);
  const folderIds = await idsOf(sql, { table: 'folders', userId }, folders);
  const folderId = folder === null ? null : (folderIds[0] ?? undefined);
  if (isMissing(tags, tagIds)) return { tagIds, folderId, missing: 'tags' };
  return { tagIds, folderId, missing: isMissing(folders, folderIds) ? 'folder' : null };
}

function isMissing(wanted: readonly WantedLabel[], ids: readonly (string | null)[]): boolean {
  return wanted.some(({ by }, index) => by === 'id' && ids[index] === null);
}

/** The ids of the wanted labels that exist, in their order. No name has the form of an id. */
async function idsOf(
  sql: postgres.ISql,
  { table, userId }: { readonly table: 'tags' | 'folders'; readonly userId: string },
  wanted: readonly WantedLabel[],
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
  { tags = [], folder }: WantedLabels,
): Promise<{ readonly tags: number; readonly folders: number }> {
  const [row = { tags: 0, folders: 0 }] = await tx<{ tags: number; folders: number }[]>`
    SELECT
      (SELECT count(DISTINCT name)::int FROM (
        SELECT lower(name) AS name FROM tags WHERE user_id = ${userId}
        UNION ALL SELECT lower(name) FROM unnest(${namesOf(tags)}::text[]) AS name) AS all_tags) AS tags,
      (SELECT count(DISTINCT name)::int FROM (
        SELECT lower(name) AS name FROM folders WHERE user_id = ${userId}
        UNION ALL SELECT lower(name) FROM unnest(${namesOf(folder ? [folder] : [])}::text[])
          AS name) AS all_folders) AS folders`;
  return row;
}

function namesOf(wanted: readonly WantedLabel[]): string[] {
  return wanted.flatMap((label) => (label.by === 'name' ? [label.name] : []));
}

async function addNew(
  tx: postgres.TransactionSql,
  userId: string,
  { wanted: { tags = [], folder }, at }: { readonly wanted: WantedLabels; readonly at: Date },
): Promise<void> {
  const named = tags.filter((tag) => tag.by === 'name');
  let count = named.length === 0 ? 0 : await countOfTags(tx, userId);
  for (const { newId, name } of named) {
    const row = { id: newId, user_id: userId, name, created_at: at };
    // Two names of one link may differ only in case, so each insert must see the ones before.
    // oxlint-disable-next-line no-await-in-loop
    const added = await tx`
      INSERT INTO tags ${tx({ ...row, color: colorOfNext(count) })}
      ON CONFLICT DO NOTHING RETURNING 1`;
    count += added.length;
  }
  if (folder?.by === 'name') {
    const { newId, name } = folder;
    await tx`
      INSERT INTO folders ${tx({ id: newId, user_id: userId, name, created_at: at })}
      ON CONFLICT DO NOTHING`;
  }
}

async function countOfTags(tx: postgres.TransactionSql, userId: string): Promise<number> {
  const [held] = await tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM tags WHERE user_id = ${userId}`;
  return held?.count ?? 0;
}
