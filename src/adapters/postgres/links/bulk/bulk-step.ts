import type postgres from 'postgres';
import { type BulkKind, undoTakenMs } from '#core/links/bulk/bulk-run';
import type { BulkStep } from '#core/links/bulk/run-bulk';
import { lockAccount } from '#adapters/postgres/add-within-limit';
import { doSlice, type Done, type Slice, undoSlice } from './bulk-slices.ts';

type Row = {
  user_id: string;
  kind: BulkKind;
  label_id: string | null;
  state: 'waiting' | 'running' | 'done' | 'undoing' | 'undone';
  slices: number;
  slices_done: number;
  created_at: Date;
  due_at: Date;
};

const nothing = { changed: [], removed: [] };

/**
 * Does or undoes the next slice of an action (`step` in the port). The account is locked first, as by
 * everything that changes more than one of its rows; nothing else is waited for.
 */
export async function stepOf(sql: postgres.Sql, bulkId: string, at: Date): Promise<BulkStep> {
  const [found] = await sql<{ user_id: string }[]>`
    SELECT user_id FROM bulk_actions WHERE id = ${bulkId}`;
  if (found === undefined) return { kind: 'ended', ...nothing };

  return sql.begin(async (tx): Promise<BulkStep> => {
    await lockAccount(tx, found.user_id);
    const [action] = await tx<Row[]>`
      SELECT user_id, kind, label_id, state, slices, slices_done, created_at, due_at
      FROM bulk_actions WHERE id = ${bulkId} FOR UPDATE SKIP LOCKED`;
    if (action === undefined) return { kind: 'held', ...nothing };
    if (action.due_at > at || action.state === 'done' || action.state === 'undone') {
      return { kind: 'ended', ...nothing };
    }
    const of = { bulkId, at };
    return action.state === 'undoing' ? undoNext(tx, action, of) : doNext(tx, action, of);
  });
}

type Of = { readonly bulkId: string; readonly at: Date };

async function doNext(
  tx: postgres.TransactionSql,
  action: Row,
  { bulkId, at }: Of,
): Promise<BulkStep> {
  const slice = await sliceAt(tx, bulkId, action.slices_done);
  const done = slice === null ? null : await doSlice(tx, sliceOf(action, slice), at);
  const place = action.slices_done + 1;
  const isEnd = place >= action.slices;
  // A deletion cannot be undone once it has begun.
  const undoUntil = isEnd && action.kind !== 'delete' ? new Date(at.getTime() + undoTakenMs) : null;
  if (done !== null) {
    await tx`
      UPDATE bulk_slices SET was = ${tx.json(done.was)}
      WHERE action_id = ${bulkId} AND place = ${action.slices_done}`;
  }
  await tx`
    UPDATE bulk_actions SET state = ${isEnd ? 'done' : 'running'}, slices_done = ${place},
      changed = changed + ${done?.count ?? 0}, undo_until = ${undoUntil}
    WHERE id = ${bulkId}`;
  return stepped(done, isEnd);
}

async function undoNext(
  tx: postgres.TransactionSql,
  action: Row,
  { bulkId, at }: Of,
): Promise<BulkStep> {
  const place = action.slices_done - 1;
  const slice = await sliceAt(tx, bulkId, place);
  const isRestorable = slice !== null && slice.was !== null;
  const undone = isRestorable ? await undoSlice(tx, sliceOf(action, slice), at) : null;
  const isEnd = place <= 0;
  await tx`
    UPDATE bulk_actions SET state = ${isEnd ? 'undone' : 'undoing'}, slices_done = ${Math.max(0, place)}
    WHERE id = ${bulkId}`;
  return stepped(undone, isEnd);
}

function stepped(done: Done | null, isEnd: boolean): BulkStep {
  const { changed, removed } = done ?? nothing;
  return { kind: isEnd ? 'ended' : 'more', changed, removed };
}

type SliceRow = Pick<Slice, 'linkIds' | 'was'>;

async function sliceAt(
  tx: postgres.TransactionSql,
  bulkId: string,
  place: number,
): Promise<SliceRow | null> {
  const [row] = await tx<SliceRow[]>`
    SELECT link_ids AS "linkIds", was FROM bulk_slices
    WHERE action_id = ${bulkId} AND place = ${place}`;
  return row ?? null;
}

function sliceOf(action: Row, { linkIds, was }: SliceRow): Slice {
  const { kind } = action;
  const [userId, labelId, askedAt] = [action.user_id, action.label_id, action.created_at];
  return { userId, kind, labelId, askedAt, linkIds, was };
}
