import type postgres from 'postgres';
import { mostTagsOfLink } from '#core/links/labels/link-labels';
import type { Done, Labelled, Slice } from './bulk-slices.ts';

type Tx = postgres.TransactionSql;

/** Gives the slice's links the tag or the folder, or takes the tag away. */
export async function labelSlice(tx: Tx, slice: Slice): Promise<Done> {
  if (slice.kind === 'move') return labelled(await move(tx, slice));
  const { linkIds } = slice;
  return labelled(await (slice.kind === 'tag' ? addTag : removeTag)(tx, slice, linkIds));
}

/** Takes back what `labelSlice` changed. */
export async function unlabelSlice(tx: Tx, slice: Slice): Promise<Done> {
  if (slice.kind === 'move') return labelled(await moveBack(tx, slice));
  const ids = (slice.was ?? []).map(({ id }) => id);
  return labelled(await (slice.kind === 'tag' ? removeTag : addTag)(tx, slice, ids));
}

/** A redirect does not depend on labels: the caches have nothing to learn. */
function labelled(was: Labelled[]): Done {
  return { changed: [], removed: [], count: was.length, was };
}

/** Links that have the tag already, or as many tags as a link can have, stay as they are. */
async function addTag(tx: Tx, { userId, labelId }: Slice, linkIds: string[]): Promise<Labelled[]> {
  const rows = await tx<Labelled[]>`
    INSERT INTO link_tags (link_id, tag_id)
    SELECT links.id, tags.id FROM links, tags
    WHERE links.id = ANY(${linkIds}::uuid[]) AND links.user_id = ${userId}
      AND tags.id = ${labelId} AND tags.user_id = ${userId}
      AND (SELECT count(*) FROM link_tags WHERE link_id = links.id) < ${mostTagsOfLink}
    ON CONFLICT DO NOTHING RETURNING link_id AS id`;
  return [...rows];
}

async function removeTag(
  tx: Tx,
  { userId, labelId }: Slice,
  linkIds: string[],
): Promise<Labelled[]> {
  const rows = await tx<Labelled[]>`
    DELETE FROM link_tags
    WHERE tag_id = (SELECT id FROM tags WHERE id = ${labelId} AND user_id = ${userId})
      AND link_id = ANY(${linkIds}::uuid[])
    RETURNING link_id AS id`;
  return [...rows];
}

async function move(tx: Tx, { userId, labelId, linkIds }: Slice): Promise<Labelled[]> {
  const rows = await tx<Labelled[]>`
    SELECT links.id, folder_id AS "folderId"
    FROM links LEFT JOIN link_folders ON link_id = links.id
    WHERE links.id = ANY(${linkIds}::uuid[]) AND user_id = ${userId}
      AND folder_id IS DISTINCT FROM ${labelId}
      AND (${labelId}::uuid IS NULL
        OR EXISTS (SELECT FROM folders WHERE id = ${labelId} AND user_id = ${userId}))`;
  await place(tx, rows, labelId);
  return [...rows];
}

/** Moves the links that are still where the action has put them. */
async function moveBack(tx: Tx, { labelId, was }: Slice): Promise<Labelled[]> {
  const moved = (was ?? []).flatMap((each) => ('version' in each ? [] : [each]));
  const still = await tx<{ id: string }[]>`
    SELECT links.id FROM links LEFT JOIN link_folders ON link_id = links.id
    WHERE links.id = ANY(${moved.map(({ id }) => id)}::uuid[])
      AND folder_id IS NOT DISTINCT FROM ${labelId}`;
  const isStill = new Set(still.map(({ id }) => id));
  const byFolder = Map.groupBy(
    moved.filter(({ id }) => isStill.has(id)),
    ({ folderId }) => folderId ?? null,
  );
  for (const [folderId, links] of byFolder) {
    // A connection does one thing at a time.
    // oxlint-disable-next-line no-await-in-loop
    await place(tx, links, folderId);
  }
  return [];
}

async function place(tx: Tx, links: readonly Labelled[], folderId: string | null): Promise<void> {
  const ids = links.map(({ id }) => id);
  if (folderId === null) {
    await tx`DELETE FROM link_folders WHERE link_id = ANY(${ids}::uuid[])`;
    return;
  }
  await tx`
    INSERT INTO link_folders (link_id, folder_id)
    SELECT link_id, folders.id FROM unnest(${ids}::uuid[]) AS link_id, folders
    WHERE folders.id = ${folderId}
    ON CONFLICT (link_id) DO UPDATE SET folder_id = excluded.folder_id`;
}
