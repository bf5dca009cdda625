import type postgres from 'postgres';
import { mostTagsOfLink } from '#contract/links/link-limits';
import { chosen, type Done, type Fragment, kept, noting, type Slice } from './slice-parts.ts';

type Tx = postgres.TransactionSql;

/** Gives the slice's links the tag or the folder, or takes the tag away. */
export function labelSlice(tx: Tx, slice: Slice): Promise<Done> {
  if (slice.kind === 'move') return move(tx, slice);
  const links = chosen(tx, slice);
  const change = slice.kind === 'tag' ? addedTag(tx, slice, links) : removedTag(tx, slice, links);
  return labelled(tx`
    WITH labelled AS (${change}),
    changed AS (SELECT id, jsonb_build_object('id', id) AS was FROM labelled),
    noted AS (${noting(tx, slice)})
    SELECT count(*)::int AS count FROM changed`);
}

/** Takes back what `labelSlice` changed. */
export function unlabelSlice(tx: Tx, slice: Slice): Promise<Done> {
  if (slice.kind === 'move') return moveBack(tx, slice);
  const links = tx`ARRAY(SELECT id FROM (${kept(tx, slice, tx`id uuid`)}) AS kept)`;
  const change = slice.kind === 'tag' ? removedTag(tx, slice, links) : addedTag(tx, slice, links);
  return labelled(tx`
    WITH labelled AS (${change}) SELECT count(*)::int AS count FROM labelled`);
}

/** Redirects do not depend on labels, so the caches need no update. */
async function labelled(counted: Fragment): Promise<Done> {
  const [row] = await counted;
  return { count: Number(row?.['count']), changed: [], removed: [] };
}

/** Links that have the tag already, or as many tags as a link can have, stay as they are. */
function addedTag(tx: Tx, { userId, labelId }: Slice, links: Fragment): Fragment {
  return tx`
    INSERT INTO link_tags (link_id, tag_id)
    SELECT links.id, tags.id FROM links, tags
    WHERE links.id = ANY(${links}) AND links.user_id = ${userId}
      AND tags.id = ${labelId} AND tags.user_id = ${userId}
      AND (SELECT count(*) FROM link_tags WHERE link_id = links.id) < ${mostTagsOfLink}
    ON CONFLICT DO NOTHING RETURNING link_id AS id`;
}

function removedTag(tx: Tx, { userId, labelId }: Slice, links: Fragment): Fragment {
  return tx`
    DELETE FROM link_tags
    WHERE tag_id = (SELECT id FROM tags WHERE id = ${labelId} AND user_id = ${userId})
      AND link_id = ANY(${links})
    RETURNING link_id AS id`;
}

function move(tx: Tx, slice: Slice): Promise<Done> {
  const { userId, labelId } = slice;
  return labelled(tx`
    WITH changed AS MATERIALIZED (
      SELECT links.id, ${labelId}::uuid AS target_id,
        jsonb_build_object('id', links.id, 'folderId', folder_id) AS was
      FROM links LEFT JOIN link_folders ON link_id = links.id
      WHERE links.id = ANY(${chosen(tx, slice)}) AND user_id = ${userId}
        AND folder_id IS DISTINCT FROM ${labelId}
        AND (${labelId}::uuid IS NULL
          OR EXISTS (SELECT FROM folders WHERE id = ${labelId} AND user_id = ${userId}))
    ), ${placed(tx)}, noted AS (${noting(tx, slice)})
    SELECT count(*)::int AS count FROM changed`);
}

/** Moves the links that are still where the action has put them. */
function moveBack(tx: Tx, slice: Slice): Promise<Done> {
  const columns = tx`id uuid, "folderId" uuid`;
  return labelled(tx`
    WITH changed AS MATERIALIZED (
      SELECT links.id, "folderId" AS target_id
      FROM (${kept(tx, slice, columns)}) AS kept JOIN links ON links.id = kept.id
        LEFT JOIN link_folders ON link_id = links.id
      WHERE folder_id IS NOT DISTINCT FROM ${slice.labelId}
    ), ${placed(tx)}
    SELECT count(*)::int AS count FROM changed`);
}

/** Puts each link of `changed` into the folder `target_id`, or into none. */
function placed(tx: Tx): Fragment {
  return tx`
    taken_out AS (
      DELETE FROM link_folders USING changed WHERE link_id = changed.id AND target_id IS NULL
    ), put_in AS (
      INSERT INTO link_folders (link_id, folder_id)
      SELECT changed.id, folders.id FROM changed JOIN folders ON folders.id = target_id
      ON CONFLICT (link_id) DO UPDATE SET folder_id = excluded.folder_id
    )`;
}
