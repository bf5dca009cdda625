import type postgres from 'postgres';
import type { BulkKind } from '#contract/links/bulk';
import type { LinkRevision } from '#core/links/link-cache';

/** Some links of an action. Their ids, and the values that an undo needs, are in `bulk_slices`. */
export type Slice = {
  readonly bulkId: string;
  readonly place: number;
  readonly userId: string;
  readonly kind: BulkKind;
  /** The tag or the folder; null for none. */
  readonly labelId: string | null;
  /** When the action was requested. */
  readonly askedAt: Date;
};

/** The result of a slice: the number of changed links, and the changes for the caches. */
export type Done = {
  readonly count: number;
  readonly changed: readonly LinkRevision[];
  readonly removed: readonly string[];
};

type Tx = postgres.TransactionSql;

/** A link after the change: its id, its version, whether it is active, and when it expires. */
type Revised = readonly [string, number, boolean, string | null];
type Answer = { readonly count: number; readonly revised: readonly Revised[] | null };

/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The ids of the slice's links. Because of the cast they are an array, not rows of a subquery. */
export function chosen(tx: Tx, { bulkId, place }: Slice): Fragment {
  return tx`(SELECT link_ids FROM bulk_slices WHERE action_id = ${bulkId} AND place = ${place})::uuid[]`;
}

/** The condition that links have these ids and are the account's. */
export function ofAccount(tx: Tx, { userId }: Slice, ids: Fragment): Fragment {
  return tx`id = ANY(${ids}) AND user_id = ${userId}`;
}

/**
 * The part `held`: links that meet the condition, locked in the order of their ids. Links are locked
 * before their labels, as a deletion locks them.
 */
export function held(tx: Tx, condition: Fragment): Fragment {
  return tx`
    held AS MATERIALIZED (
      SELECT id AS held_id, expires_at AS was_expires_at FROM links WHERE ${condition}
      ORDER BY id FOR UPDATE
    )`;
}

/** The part `written`: the links of `changed` get a new version; `was`: what their undo needs. */
export function restamped(tx: Tx, at: Date, was = tx`NULL`): Fragment {
  return tx`
    written AS (
      UPDATE links SET updated_at = ${at} FROM changed WHERE id = changed_id
      RETURNING id, version, is_active, expires_at, ${was} AS was
    )`;
}

/** The rows that `noting` has stored for the slice, with these columns. */
export function kept(tx: Tx, { bulkId, place }: Slice, columns: Fragment): Fragment {
  return tx`
    SELECT kept.* FROM bulk_slices, jsonb_to_recordset(was) AS kept (${columns})
    WHERE action_id = ${bulkId} AND place = ${place}`;
}

/**
 * Stores the column `was` of the rows of `written` (a part of the same statement) for the undo. The
 * data does not pass through this process, so that it can answer redirects meanwhile.
 */
export function noting(tx: Tx, { bulkId, place }: Slice): Fragment {
  return tx`
    UPDATE bulk_slices SET was = (SELECT coalesce(jsonb_agg(written.was), '[]') FROM written)
    WHERE action_id = ${bulkId} AND place = ${place}`;
}

/**
 * Runs the parts of a statement, of which `written` has the links that it has updated. They are read as
 * one value, which is faster than rows.
 */
export async function written(tx: Tx, parts: Fragment): Promise<Done> {
  const [{ count, revised }] = await tx<[Answer]>`
    WITH ${parts}
    SELECT count(*)::int AS count,
      json_agg(json_build_array(id, version, is_active, expires_at)) AS revised
    FROM written`;
  return { count, changed: (revised ?? []).map(revisionFrom), removed: [] };
}

/** Every write raises the version by one (`stamp_link`). */
function revisionFrom([linkId, version, isActive, expires]: Revised): LinkRevision {
  const expiresAt = expires === null ? null : new Date(expires);
  return { linkId, from: version - 1, version, isActive, expiresAt };
}
