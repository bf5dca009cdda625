import type postgres from 'postgres';
import type { BulkKind } from '#core/links/bulk/bulk-run';
import type { LinkRevision } from '#core/links/link-cache';
import { labelSlice, unlabelSlice } from './bulk-labels.ts';

/** How a link was before the action changed it: what the undo of its kind reads. */
export type Was = Changed | Labelled;

type Changed = {
  readonly id: string;
  /** Of the link after the action: a link with a later one was changed since. */
  readonly version: string;
  readonly expiresAt: string | null;
};

/** A link that was tagged or moved; `folderId` is where it was. */
export type Labelled = { readonly id: string; readonly folderId?: string | null };

/** Some links of an action. */
export type Slice = {
  readonly userId: string;
  readonly kind: BulkKind;
  /** The tag or the folder; null for none. */
  readonly labelId: string | null;
  /** When the action was requested. */
  readonly askedAt: Date;
  readonly linkIds: string[];
  /** Null: not done yet. */
  readonly was: readonly Was[] | null;
};

/** What happened to a slice: changes for the caches, and what its undo needs. */
export type Done = {
  readonly changed: readonly LinkRevision[];
  readonly removed: readonly string[];
  readonly count: number;
  readonly was: Was[];
};

type Tx = postgres.TransactionSql;
type Link = { readonly id: string; readonly version: string; readonly expires_at: Date | null };
type Revised = Link & { readonly is_active: boolean };

/** Changes the slice's links that still exist. The account is locked. */
export async function doSlice(tx: Tx, slice: Slice, at: Date): Promise<Done> {
  switch (slice.kind) {
    case 'pause':
      return changed(tx, slice, { at, which: tx`is_active`, set: tx`is_active = false` });
    case 'resume':
      return changed(tx, slice, { at, which: tx`NOT is_active`, set: tx`is_active = true` });
    case 'expire': {
      const { askedAt } = slice;
      const which = tx`(expires_at IS NULL OR expires_at > ${askedAt})`;
      return changed(tx, slice, { at, which, set: tx`expires_at = ${askedAt}` });
    }
    case 'delete': {
      const rows = await tx<{ id: string }[]>`
        DELETE FROM links WHERE id = ANY(${slice.linkIds}::uuid[]) AND user_id = ${slice.userId}
        RETURNING id`;
      const removed = rows.map(({ id }) => id);
      return { changed: [], removed, count: removed.length, was: [] };
    }
    case 'tag':
    case 'untag':
    case 'move':
      return labelSlice(tx, slice);
  }
}

/** Takes back what `doSlice` changed, where nothing else has changed it since. */
export async function undoSlice(tx: Tx, slice: Slice, at: Date): Promise<Done> {
  switch (slice.kind) {
    case 'pause':
      return restored(tx, slice, { at, set: tx`is_active = true` });
    case 'resume':
      return restored(tx, slice, { at, set: tx`is_active = false` });
    case 'expire':
      return restored(tx, slice, { at, set: tx`expires_at = was_expires_at` });
    case 'delete':
      return { changed: [], removed: [], count: 0, was: [] };
    case 'tag':
    case 'untag':
    case 'move':
      return unlabelSlice(tx, slice);
  }
}

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Change = { readonly at: Date; readonly set: Fragment };

async function changed(
  tx: Tx,
  { linkIds, userId }: Slice,
  { at, which, set }: Change & { readonly which: Fragment },
): Promise<Done> {
  const links = await tx<Link[]>`
    SELECT id, version, expires_at FROM links
    WHERE id = ANY(${linkIds}::uuid[]) AND user_id = ${userId} AND ${which}
    ORDER BY id FOR UPDATE`;
  const rows = await tx<Revised[]>`
    UPDATE links SET ${set}, updated_at = ${at}
    WHERE id = ANY(${links.map(({ id }) => id)}::uuid[])
    RETURNING id, version, expires_at, is_active`;
  const before = new Map(links.map((link) => [link.id, link]));
  const revisions = rows.map((row) => revision(row, before.get(row.id)?.version ?? row.version));
  const was = rows.map(({ id, version }) => {
    return { id, version, expiresAt: before.get(id)?.expires_at?.toISOString() ?? null };
  });
  return { changed: revisions, removed: [], count: rows.length, was };
}

async function restored(tx: Tx, { userId, was }: Slice, { at, set }: Change): Promise<Done> {
  const rows = await tx<(Revised & { readonly was_version: string })[]>`
    UPDATE links SET ${set}, updated_at = ${at}
    FROM (
      SELECT id AS was_id, version AS was_version, "expiresAt" AS was_expires_at
      FROM jsonb_to_recordset(${tx.json([...(was ?? [])])})
        AS kept (id uuid, version bigint, "expiresAt" timestamptz)
    ) AS was
    WHERE id = was_id AND version = was_version AND user_id = ${userId}
    RETURNING id, version, expires_at, is_active, was_version`;
  const revisions = rows.map((row) => revision(row, row.was_version));
  return { changed: revisions, removed: [], count: rows.length, was: [] };
}

function revision(row: Revised, from: string): LinkRevision {
  const { id: linkId, is_active: isActive, expires_at: expiresAt } = row;
  return { linkId, from: Number(from), version: Number(row.version), isActive, expiresAt };
}
