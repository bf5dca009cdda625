import type postgres from 'postgres';
import { mostTagsOfLink } from '#contract/links/link-limits';
import {
  chosen,
  type Done,
  type Fragment,
  held,
  kept,
  noting,
  ofAccount,
  restamped,
  type Slice,
  written,
} from './slice-parts.ts';

type Tx = postgres.TransactionSql;

/**
 * Gives the slice's links the tag or the folder, or takes the tag away. A link's labels belong to its
 * version: every change of them raises it, although no redirect depends on them.
 */
export function labelSlice(tx: Tx, slice: Slice, at: Date): Promise<Done> {
  if (slice.kind === 'move') return move(tx, slice, at);
  const change = slice.kind === 'tag' ? addedTag(tx, slice) : removedTag(tx, slice);
  return written(
    tx,
    tx`
    ${held(tx, ofAccount(tx, slice, chosen(tx, slice)))}, changed AS (${change}),
    ${restamped(tx, at, tx`jsonb_build_object('id', id)`)}, noted AS (${noting(tx, slice)})`,
  );
}

/** Takes back what `labelSlice` changed. */
export function unlabelSlice(tx: Tx, slice: Slice, at: Date): Promise<Done> {
  if (slice.kind === 'move') return moveBack(tx, slice, at);
  const links = tx`ARRAY(SELECT id FROM (${kept(tx, slice, tx`id uuid`)}) AS kept)`;
  const change = slice.kind === 'tag' ? removedTag(tx, slice) : addedTag(tx, slice);
  return written(
    tx,
    tx`
    ${held(tx, ofAccount(tx, slice, links))}, changed AS (${change}),
    ${restamped(tx, at)}`,
  );
}

/** Links that have the tag already, or as many tags as a link can have, stay as they are. */
function addedTag(tx: Tx, { userId, labelId }: Slice): Fragment {
  return tx`
    INSERT INTO link_tags (link_id, tag_id)
    SELECT held_id, tags.id FROM held, tags
    WHERE tags.id = ${labelId} AND tags.user_id = ${userId}
      AND (SELECT count(*) FROM link_tags WHERE link_id = held_id) < ${mostTagsOfLink}
    ON CONFLICT DO NOTHING RETURNING link_id AS changed_id`;
}

function removedTag(tx: Tx, { userId, labelId }: Slice): Fragment {
  return tx`
    DELETE FROM link_tags USING held
    WHERE tag_id = (SELECT id FROM tags WHERE id = ${labelId} AND user_id = ${userId})
      AND link_id = held_id
    RETURNING link_id AS changed_id`;
}

function move(tx: Tx, slice: Slice, at: Date): Promise<Done> {
  const { userId, labelId } = slice;
  return written(
    tx,
    tx`
    changed AS MATERIALIZED (
      SELECT links.id AS changed_id, folder_id AS was_folder_id, ${labelId}::uuid AS target_id
      FROM links LEFT JOIN link_folders ON link_id = links.id
      WHERE links.id = ANY(${chosen(tx, slice)}) AND user_id = ${userId}
        AND folder_id IS DISTINCT FROM ${labelId}
        AND (${labelId}::uuid IS NULL
          OR EXISTS (SELECT FROM folders WHERE id = ${labelId} AND user_id = ${userId}))
      ORDER BY links.id FOR UPDATE OF links
    ), ${placed(tx)},
    ${restamped(tx, at, tx`jsonb_build_object('id', id, 'folderId', was_folder_id)`)}, noted AS (${noting(tx, slice)})`,
  );
}

/**
 * Moves the links that are still where the action has put them. A link whose former folder is gone
 * stays.
 */
function moveBack(tx: Tx, slice: Slice, at: Date): Promise<Done> {
  const columns = tx`id uuid, "folderId" uuid`;
  return written(
    tx,
    tx`
    changed AS MATERIALIZED (
      SELECT links.id AS changed_id, "folderId" AS target_id
      FROM (${kept(tx, slice, columns)}) AS kept JOIN links ON links.id = kept.id
        LEFT JOIN link_folders ON link_id = links.id
      WHERE folder_id IS NOT DISTINCT FROM ${slice.labelId}
        AND ("folderId" IS NULL OR EXISTS (SELECT FROM folders WHERE id = "folderId"))
      ORDER BY links.id FOR UPDATE OF links
    ), ${placed(tx)}, ${restamped(tx, at)}`,
  );
}

/** Puts each link of `changed` into the folder `target_id`, or into none. */
function placed(tx: Tx): Fragment {
  return tx`
    taken_out AS (
      DELETE FROM link_folders USING changed WHERE link_id = changed_id AND target_id IS NULL
    ), put_in AS (
      INSERT INTO link_folders (link_id, folder_id)
      SELECT changed_id, folders.id FROM changed JOIN folders ON folders.id = target_id
      ON CONFLICT (link_id) DO UPDATE SET folder_id = excluded.folder_id
    )`;
}
