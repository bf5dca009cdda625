import type postgres from 'postgres';
import type { BulkKind, BulkState } from '#contract/links/bulk';
import { type BulkStep, mostPendingErasures, undoTakenMs } from '#core/links/bulk';
import { secondMs } from '#core/shared/time';
import { lockAccount } from '#adapters/postgres/lock-account';
import { doSlice, undoSlice } from './bulk-slices.ts';
import type { Done, Slice } from './slice-parts.ts';

type Row = {
  id: string;
  user_id: string;
  kind: BulkKind;
  label_id: string | null;
  state: BulkState;
  slices: number;
  slices_done: number;
  created_at: Date;
  due_at: Date;
};

const nothing = { changed: [], removed: [] };

/**
 * Does or undoes the next slice of an action (`step` in the port). Then it is due again behind the
 * others. The account is locked first, as in every change of several of its rows, then the links of
 * the slice.
 */
export async function stepOf(sql: postgres.Sql, bulkId: string, at: Date): Promise<BulkStep> {
  const [found] = await sql<{ user_id: string }[]>`
    SELECT user_id FROM bulk_actions WHERE id = ${bulkId}`;
  if (found === undefined) return { kind: 'ended', ...nothing };

  return sql.begin(async (tx): Promise<BulkStep> => {
    await lockAccount(tx, found.user_id);
    // Postgres reuses one plan for hundreds of slices. A plan that scans a table, because the table
    // was empty at first, would later read a hundred thousand rows for each link.
    await tx`SET LOCAL enable_seqscan = off`;
    const [action] = await tx<Row[]>`
      SELECT id, user_id, kind, label_id, state, slices, slices_done, created_at, due_at
      FROM bulk_actions WHERE id = ${bulkId} FOR UPDATE SKIP LOCKED`;
    if (action === undefined) return { kind: 'held', ...nothing };
    if (action.due_at > at || action.state === 'done' || action.state === 'undone') {
      return { kind: 'ended', ...nothing };
    }
    if (action.state === 'undoing') return undoNext(tx, action, at);
    if (action.kind === 'delete' && (await isErasingMany(tx, action.user_id))) {
      // Actions that are due since are continued first.
      const later = new Date(at.getTime() + heldMs);
      await tx`UPDATE bulk_actions SET due_at = ${later} WHERE id = ${bulkId}`;
      return { kind: 'held', ...nothing };
    }
    return doNext(tx, action, at);
  });
}

/** A deletion waits this long until the earlier ones are looked at again. */
const heldMs = 10 * secondMs;

async function isErasingMany(tx: postgres.TransactionSql, userId: string): Promise<boolean> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM erasures WHERE user_id = ${userId} AND finished_at IS NULL`;
  return (row?.count ?? 0) >= mostPendingErasures;
}

async function doNext(tx: postgres.TransactionSql, action: Row, at: Date): Promise<BulkStep> {
  const place = action.slices_done;
  const done = await doSlice(tx, sliceOf(action, place), at);
  const isEnd = place + 1 >= action.slices;
  // A deletion cannot be undone once it has begun.
  const undoUntil = isEnd && action.kind !== 'delete' ? new Date(at.getTime() + undoTakenMs) : null;
  await tx`
    UPDATE bulk_actions SET state = ${isEnd ? 'done' : 'running'}, slices_done = ${place + 1},
      changed = changed + ${done.count}, undo_until = ${undoUntil}, due_at = ${at}
    WHERE id = ${action.id}`;
  return stepped(done, isEnd);
}

async function undoNext(tx: postgres.TransactionSql, action: Row, at: Date): Promise<BulkStep> {
  const place = action.slices_done - 1;
  const undone = await undoSlice(tx, sliceOf(action, place), at);
  const isEnd = place <= 0;
  await tx`
    UPDATE bulk_actions SET state = ${isEnd ? 'undone' : 'undoing'}, slices_done = ${Math.max(0, place)},
      due_at = ${at}
    WHERE id = ${action.id}`;
  return stepped(undone, isEnd);
}

function stepped({ changed, removed }: Done, isEnd: boolean): BulkStep {
  return { kind: isEnd ? 'ended' : 'more', changed, removed };
}

function sliceOf(action: Row, place: number): Slice {
  const { id: bulkId, kind } = action;
  const [userId, labelId, askedAt] = [action.user_id, action.label_id, action.created_at];
  return { bulkId, place, userId, kind, labelId, askedAt };
}
