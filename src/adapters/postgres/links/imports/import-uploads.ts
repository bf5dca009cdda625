import type postgres from 'postgres';
import { type ImportRun, mostKept, mostWaitingRows } from '#core/links/imports/import-run';
import type { Imports } from '#core/links/ports';
import { lockAccount } from '#adapters/postgres/lock-account';
import { importColumns, importFromRow, type ImportRow } from './import-row.ts';

/** The upload of files to import. */
export function importUploads(
  sql: postgres.Sql,
): Pick<Imports, 'open' | 'addSlices' | 'close' | 'remove'> {
  return {
    open: (run) => open(sql, run),

    async addSlices(importId, firstPlace, slices) {
      const rows = slices.map((slice, at) => ({
        place: firstPlace + at,
        file_rows: slice.map(({ row, cells }) => ({ row, cells: [...cells] })),
      }));
      const added = await sql`
        INSERT INTO import_slices (import_id, place, file_rows)
        SELECT imports.id, place, file_rows
        FROM imports, jsonb_to_recordset(${sql.json(rows)}) AS slice (place int, file_rows jsonb)
        WHERE imports.id = ${importId} AND state = 'uploading'
        RETURNING 1`;
      return added.length > 0;
    },

    async close(importId, rows) {
      const [row] = await sql<ImportRow[]>`
        UPDATE imports SET state = 'uploaded', rows = ${rows},
          slices = (SELECT count(*) FROM import_slices WHERE import_id = ${importId})
        WHERE id = ${importId} AND state = 'uploading' RETURNING ${importColumns(sql)}`;
      return row ? importFromRow(row) : null;
    },

    async remove(userId, importId) {
      const removed = await sql`
        DELETE FROM imports WHERE id = ${importId} AND user_id = ${userId} RETURNING 1`;
      return removed.length > 0;
    },
  };
}

async function open(sql: postgres.Sql, run: ImportRun): Promise<'opened' | 'running' | 'full'> {
  const { id, userId, fileName, formatId, columns, mapping, createdAt } = run;
  return sql.begin(async (tx) => {
    await lockAccount(tx, userId);
    const [held] = await tx<{ is_running: boolean; is_full: boolean }[]>`
      SELECT EXISTS (SELECT FROM imports WHERE user_id = ${userId} AND state = 'running') AS is_running,
        (SELECT coalesce(sum(rows), 0) >= ${mostWaitingRows} FROM imports
          WHERE state NOT IN ('done', 'cancelled') AND user_id <> ${userId}) AS is_full`;
    if (held?.is_running) return 'running';
    if (held?.is_full) return 'full';
    await tx`
      DELETE FROM imports WHERE user_id = ${userId} AND (
        state NOT IN ('done', 'cancelled') OR id NOT IN (
          SELECT id FROM imports WHERE user_id = ${userId} AND state IN ('done', 'cancelled')
          ORDER BY created_at DESC, id DESC LIMIT ${mostKept - 1}))`;
    await tx`
      INSERT INTO imports (id, user_id, file_name, format, columns, mapping, state, created_at)
      SELECT ${id}, ${userId}, ${fileName}, ${formatId}, ${tx.json([...columns])},
        ${tx.json([...mapping])}, 'uploading', ${createdAt}::timestamptz`;
    return 'opened';
  });
}
