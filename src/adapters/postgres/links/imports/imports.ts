import type postgres from 'postgres';
import type { SubscriptionStatus } from '#core/accounts/user';
import type { RowProblem } from '#contract/links/imports';
import { type FileRow, mostAtWork } from '#core/links/imports/import-run';
import type { ProblemRow } from '#core/links/imports/own-imports';
import type { Imports } from '#core/links/ports';
import { usualMostLinks } from '#adapters/postgres/links/links';
import { importChanges } from './import-changes.ts';
import { stepOf } from './import-step.ts';
import { importUploads } from './import-uploads.ts';

const shownRows = 5;
/** Cells are cut at this many UTF-16 units in the excerpt: enough to recognize a column. */
const shownLength = 200;
const shownProblems = 20;
/** Slices that are read at once. */
const slicesAtOnce = 10;

/** Imports of links in Postgres, shared by all instances. */
export function postgresImports(sql: postgres.Sql, { mostLinks = usualMostLinks } = {}): Imports {
  return {
    ...importUploads(sql),
    ...importChanges(sql),
    step: (importId, at, plan) => stepOf(sql, importId, { at, plan, mostLinks }),
    problemRows: (importId) => problemRows(sql, importId),
    excerpt: (importId) => excerpt(sql, importId),

    async due() {
      const rows = await sql<{ id: string }[]>`
        SELECT id FROM imports WHERE state IN ('checking', 'running')
        ORDER BY asked_at, id LIMIT ${mostAtWork}`;
      return rows.map(({ id }) => id);
    },

    async ownerOf(importId) {
      const [row] = await sql<{ id: string; status: SubscriptionStatus; trial_ends_at: Date }[]>`
        SELECT users.id, subscription_status AS status, trial_ends_at
        FROM imports JOIN users ON users.id = user_id
        WHERE imports.id = ${importId} AND state IN ('checking', 'running')`;
      if (row === undefined) return null;
      return { id: row.id, subscriptionStatus: row.status, trialEndsAt: row.trial_ends_at };
    },

    async forget({ uploading, waiting, ended }) {
      await sql`
        DELETE FROM imports
        WHERE (state = 'uploading' AND created_at < ${uploading})
          OR (state IN ('uploaded', 'checked') AND created_at < ${waiting})
          OR (state IN ('done', 'cancelled') AND ended_at < ${ended})`;
    },
  };
}

async function excerpt(sql: postgres.Sql, importId: string) {
  const [first] = await sql<{ file_rows: FileRow[] }[]>`
    SELECT jsonb_path_query_array(file_rows, ${`$[0 to ${shownRows - 1}]`}) AS file_rows
    FROM import_slices JOIN imports ON imports.id = import_id
    WHERE import_id = ${importId} AND place = 0 AND state IN ('uploaded', 'checking', 'checked')`;
  const slices = await sql<{ problems: RowProblem[] }[]>`
    SELECT problems FROM import_slices
    JOIN imports ON imports.id = import_id
    WHERE import_id = ${importId} AND problems <> '[]' AND place < slices_done
    ORDER BY place LIMIT ${shownProblems}`;
  return {
    preview: (first?.file_rows ?? []).map(({ row, cells }) => ({
      row,
      cells: cells.map(shownCell),
    })),
    problems: slices.flatMap(({ problems }) => problems).slice(0, shownProblems),
  };
}

function shownCell(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()}…` : text;
}

/** Some slices at a time, so a slow reader holds no connection. */
async function* problemRows(
  sql: postgres.Sql,
  importId: string,
): AsyncGenerator<readonly ProblemRow[], void, void> {
  for (let place = -1; ;) {
    const slices = await sql<{ place: number; file_rows: FileRow[]; problems: RowProblem[] }[]>`
      SELECT place, file_rows, problems FROM import_slices
      JOIN imports ON imports.id = import_id
      WHERE import_id = ${importId} AND place > ${place} AND problems <> '[]' AND place < slices_done
      ORDER BY place LIMIT ${slicesAtOnce}`;
    const last = slices.at(-1);
    if (last === undefined) return;
    place = last.place;
    const rows = slices.flatMap((slice) => slice.file_rows);
    const cells = new Map(rows.map((row) => [row.row, row.cells]));
    const problems = slices.flatMap((slice) => slice.problems);
    yield problems.map((problem) => ({ ...problem, cells: cells.get(problem.row) ?? [] }));
  }
}
