import type postgres from 'postgres';
import { edition } from '#adapters/postgres/links/link-row';
import { labelSlice, unlabelSlice } from './bulk-labels.ts';
import {
  chosen,
  type Done,
  type Fragment,
  held,
  kept,
  noting,
  ofAccount,
  type Slice,
  written,
} from './slice-parts.ts';

type Tx = postgres.TransactionSql;

/**
 * Changes the slice's links that still exist, and stores their previous values. The caller has
 * locked the account.
 */
export async function doSlice(tx: Tx, slice: Slice, at: Date): Promise<Done> {
  const { kind, askedAt, userId } = slice;
  switch (kind) {
    case 'pause':
      return changed(tx, slice, { at, which: tx`is_active`, set: tx`is_active = false` });
    case 'resume':
      return changed(tx, slice, { at, which: tx`NOT is_active`, set: tx`is_active = true` });
    case 'expire': {
      const which = tx`(expires_at IS NULL OR expires_at > ${askedAt})`;
      return changed(tx, slice, { at, which, set: tx`expires_at = ${askedAt}` });
    }
    case 'delete': {
      const rows = await tx<{ id: string }[]>`
        DELETE FROM links WHERE id = ANY(${chosen(tx, slice)}) AND user_id = ${userId}
        RETURNING id`;
      return { changed: [], removed: rows.map(({ id }) => id), count: rows.length };
    }
    case 'tag':
    case 'untag':
    case 'move':
      return labelSlice(tx, slice, at);
  }
}

/** Undoes the changes of `doSlice`, except where something else has changed a link since. */
export async function undoSlice(tx: Tx, slice: Slice, at: Date): Promise<Done> {
  switch (slice.kind) {
    case 'pause':
      return restored(tx, slice, { at, set: tx`is_active = true` });
    case 'resume':
      return restored(tx, slice, { at, set: tx`is_active = false` });
    case 'expire':
      return restored(tx, slice, { at, set: tx`expires_at = was_expires_at` });
    case 'delete':
      return { changed: [], removed: [], count: 0 };
    case 'tag':
    case 'untag':
    case 'move':
      return unlabelSlice(tx, slice, at);
  }
}

type Change = { readonly at: Date; readonly set: Fragment };

function changed(
  tx: Tx,
  slice: Slice,
  { at, which, set }: Change & { readonly which: Fragment },
): Promise<Done> {
  return written(
    tx,
    tx`
    ${held(tx, tx`${ofAccount(tx, slice, chosen(tx, slice))} AND ${which}`)}, written AS (
      UPDATE links SET ${set}, updated_at = ${at} FROM held WHERE id = held_id
      RETURNING id, version, is_active, expires_at,
        jsonb_build_object('id', id, 'version', ${edition(tx)}, 'expiresAt', was_expires_at) AS was
    ), noted AS (${noting(tx, slice)})`,
  );
}

function restored(tx: Tx, slice: Slice, { at, set }: Change): Promise<Done> {
  const columns = tx`id uuid, version bigint, "expiresAt" timestamptz`;
  return written(
    tx,
    tx`
    was AS (
      SELECT id AS was_id, version AS was_version, "expiresAt" AS was_expires_at
      FROM (${kept(tx, slice, columns)}) AS kept
    ), written AS (
      UPDATE links SET ${set}, updated_at = ${at} FROM was
      WHERE id = was_id AND ${edition(tx)} = was_version AND user_id = ${slice.userId}
      RETURNING id, version, is_active, expires_at
    )`,
  );
}
