import type postgres from 'postgres';
import type { Imports } from '#core/links/ports';
import { importColumns, importFromRow, type ImportRow } from './import-row.ts';

type Changes = Pick<Imports, 'find' | 'list' | 'check' | 'start' | 'cancel'>;

/** The accounts' own imports, and their steps. */
export function importChanges(sql: postgres.Sql): Changes {
  return {
    async find(userId, importId) {
      const [row] = await sql<ImportRow[]>`
        SELECT ${importColumns(sql)} FROM imports WHERE id = ${importId} AND user_id = ${userId}`;
      return row ? importFromRow(row) : null;
    },

    async list(userId) {
      const rows = await sql<ImportRow[]>`
        SELECT ${importColumns(sql)} FROM imports WHERE user_id = ${userId}
        ORDER BY created_at DESC, id DESC`;
      return rows.map(importFromRow);
    },

    check: (userId, importId, { mapping, domain }) =>
      sql.begin(async (tx) => {
        const begun = await tx`
          UPDATE imports SET state = 'checking', asked_at = clock_timestamp(),
            mapping = ${tx.json([...mapping])}, domain_number = ${domain?.number ?? null},
            slices_done = 0, ${nothingCounted(tx)}
          WHERE id = ${importId} AND user_id = ${userId} AND state IN ('uploaded', 'checked')
          RETURNING 1`;
        if (begun.length > 0) await forgetNames(tx, importId);
        return begun.length > 0;
      }),

    start: (userId, importId) =>
      sql.begin(async (tx) => {
        const started = await tx`
          UPDATE imports SET state = 'running', asked_at = clock_timestamp(), slices_done = 0,
            ${nothingCounted(tx)}
          WHERE id = ${importId} AND user_id = ${userId} AND state = 'checked' RETURNING 1`;
        if (started.length > 0) await forgetNames(tx, importId);
        return started.length > 0;
      }),

    cancel: (userId, importId, at) =>
      sql.begin(async (tx) => {
        const [cancelled] = await tx<{ imported: number; hasRun: boolean }[]>`
          UPDATE imports SET state = 'cancelled', ended_at = ${at}
          FROM (SELECT id AS was_id, state AS was_state FROM imports WHERE id = ${importId} FOR UPDATE)
            AS was
          WHERE id = was_id AND user_id = ${userId} AND state NOT IN ('done', 'cancelled')
          RETURNING CASE was_state WHEN 'running' THEN slices_done ELSE 0 END AS imported,
            was_state = 'running' AS "hasRun"`;
        if (cancelled === undefined) return false;
        const { imported, hasRun } = cancelled;
        // What a check has counted did not happen.
        if (!hasRun) await tx`UPDATE imports SET ${nothingCounted(tx)} WHERE id = ${importId}`;
        await tx`DELETE FROM import_slices WHERE import_id = ${importId} AND place >= ${imported}`;
        await forgetNames(tx, importId);
        return true;
      }),
  };
}

function nothingCounted(tx: postgres.TransactionSql) {
  return tx`done_rows = 0, created = 0, existing = 0, alias_taken = 0, invalid = 0, blocked = 0,
    "full" = 0`;
}

/** Deletes the names that rows of the last check reserved. */
async function forgetNames(tx: postgres.TransactionSql, importId: string): Promise<void> {
  await tx`DELETE FROM import_names WHERE import_id = ${importId}`;
}
