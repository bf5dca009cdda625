import type postgres from 'postgres';
import {
  type BulkChange,
  type BulkRun,
  linksPerSlice,
  mostUnfinished,
  type NewBulk,
  type SelectionAt,
  timesADay,
} from '#core/links/bulk';
import type { BulkActions } from '#core/links/ports';
import { findLabels } from '#adapters/postgres/links/labels/label-filter';
import { matching } from '#adapters/postgres/links/link-matching';
import { serialized } from '#core/shared/serialized';
import { usualMostLinks } from '#adapters/postgres/links/links';
import { stepOf } from './bulk-step.ts';
import type { Fragment } from './slice-parts.ts';

type Opened = Awaited<ReturnType<BulkActions['open']>>;

type Row = {
  id: string;
  user_id: string;
  kind: BulkRun['kind'];
  state: BulkRun['state'];
  total: number;
  changed: number;
  due_at: Date;
  undo_until: Date | null;
};

type Counted = { chosen: number; is_full: boolean; is_spent: boolean };

/** The number of due actions that one run begins. */
const mostAtOnce = 4;

/** Bulk actions in Postgres. Requests of one account wait for each other without a connection. */
export function postgresBulk(sql: postgres.Sql, { mostLinks = usualMostLinks } = {}): BulkActions {
  const oneByOne = serialized();
  const mostChosen = mostLinks * timesADay;

  return {
    open: (bulk, selection) =>
      oneByOne(bulk.userId, () => open(sql, bulk, { selection, mostChosen })),
    step: (bulkId, at) => stepOf(sql, bulkId, at),

    async find(userId, bulkId) {
      const [row] = await sql<Row[]>`
        SELECT ${columns(sql)} FROM bulk_actions WHERE id = ${bulkId} AND user_id = ${userId}`;
      return row ? runFrom(row) : null;
    },

    async undo(userId, bulkId, at) {
      const undone = await sql`
        UPDATE bulk_actions SET
          state = CASE state WHEN 'waiting' THEN 'undone' ELSE 'undoing' END,
          undo_until = NULL, due_at = ${at}
        WHERE id = ${bulkId} AND user_id = ${userId}
          AND (state = 'waiting' OR (kind <> 'delete' AND state = 'running')
            OR (state = 'done' AND undo_until > ${at}))
        RETURNING 1`;
      if (undone.length > 0) return 'undone';
      const [found] = await sql<{ isUndone: boolean }[]>`
        SELECT state IN ('undoing', 'undone') AS "isUndone" FROM bulk_actions
        WHERE id = ${bulkId} AND user_id = ${userId}`;
      if (found === undefined) return 'missing';
      return found.isUndone ? 'undone' : 'late';
    },

    async due(at) {
      // One of each account, so that those with many actions keep nobody waiting.
      const rows = await sql<{ id: string }[]>`
        SELECT id FROM (
          SELECT DISTINCT ON (user_id) id, due_at FROM bulk_actions
          WHERE state IN ('waiting', 'running', 'undoing') AND due_at <= ${at}
          ORDER BY user_id, due_at) AS oldest
        ORDER BY due_at LIMIT ${mostAtOnce}`;
      return rows.map(({ id }) => id);
    },

    async forget({ actions, undo }) {
      await sql`
        DELETE FROM bulk_slices USING bulk_actions
        WHERE id = action_id
          AND (state = 'undone' OR (state = 'done' AND coalesce(undo_until, due_at) < ${undo}))`;
      await sql`
        DELETE FROM bulk_actions
        WHERE created_at < ${actions} AND state IN ('done', 'undone')`;
    },
  };
}

/** The selected links are divided into slices, in the order of their ids. */
async function open(
  sql: postgres.Sql,
  bulk: NewBulk,
  { selection, mostChosen }: { readonly selection: SelectionAt; readonly mostChosen: number },
): Promise<Opened> {
  const { id, userId, change, at, dueAt } = bulk;
  const expected = selection.kind === 'matching' ? selection.count : selection.ids.length;
  const choice = await choosing(sql, userId, selection);
  const [row] = await sql<(Partial<Row> & Counted)[]>`
    WITH chosen AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM links
      WHERE user_id = ${userId} ${choice()}
    ), counted AS (
      SELECT count(*)::int AS chosen, (
        SELECT count(*) >= ${mostUnfinished} FROM bulk_actions
        WHERE user_id = ${userId} AND state IN ('waiting', 'running', 'undoing')) AS is_full, (
        SELECT coalesce(sum(total), 0) >= ${mostChosen} FROM bulk_actions
        WHERE user_id = ${userId} AND created_at > ${at}::timestamptz - interval '1 day') AS is_spent
      FROM chosen
    ), opened AS (
      INSERT INTO bulk_actions
        (id, user_id, kind, label_id, state, total, slices, created_at, due_at)
      SELECT ${id}::uuid, ${userId}::uuid, ${change.kind}, ${labelOf(change)}::uuid, 'waiting',
        chosen, ceil(chosen / ${linksPerSlice}::float8)::int, ${at}::timestamptz, ${dueAt}::timestamptz
      FROM counted
      WHERE NOT is_full AND NOT is_spent AND chosen = ${expected}::int
      RETURNING ${columns(sql)}
    ), sliced AS (
      INSERT INTO bulk_slices (action_id, place, link_ids)
      SELECT opened.id, place / ${linksPerSlice}::int, array_agg(chosen.id ORDER BY chosen.id)
      FROM opened, chosen GROUP BY 1, 2
    )
    SELECT * FROM counted LEFT JOIN opened ON true`;
  if (row === undefined || row.is_full) return { kind: 'full' };
  if (row.is_spent) return { kind: 'spent' };
  return isOpened(row)
    ? { kind: 'opened', run: runFrom(row) }
    : { kind: 'other_count', count: row.chosen };
}

function isOpened(row: Partial<Row>): row is Row {
  return typeof row.id === 'string';
}

/** Returns a function, because awaiting a fragment would run it as a query. */
async function choosing(
  sql: postgres.Sql,
  userId: string,
  selection: SelectionAt,
): Promise<() => Fragment> {
  if (selection.kind === 'ids') return () => sql`AND id = ANY(${[...selection.ids]}::uuid[])`;
  const { filter } = selection;
  const found = await findLabels(sql, userId, filter);
  return () => matching(sql, userId, { filter, found });
}

function labelOf(change: BulkChange): string | null {
  if (change.kind === 'move') return change.folderId;
  return 'tagId' in change ? change.tagId : null;
}

function columns(sql: postgres.Sql) {
  return sql`id, user_id, kind, state, total, changed, due_at, undo_until`;
}

function runFrom(row: Row): BulkRun {
  const { id, kind, state, total, changed } = row;
  const [userId, dueAt, undoUntil] = [row.user_id, row.due_at, row.undo_until];
  return { id, userId, kind, state, total, changed, dueAt, undoUntil };
}
