import type postgres from 'postgres';
import type { ImportMapping } from '#contract/links/imports';
import type { ImportRun, RowCounts } from '#core/links/imports/import-run';

/** A row of `imports` with the host of its domain. */
export type ImportRow = RowCounts & {
  id: string;
  user_id: string;
  file_name: string;
  format: string | null;
  columns: string[];
  mapping: ImportMapping;
  domain_number: string | null;
  domain_host: string | null;
  state: ImportRun['state'];
  rows: number;
  slices: number;
  slices_done: number;
  done_rows: number;
  created_at: Date;
  ended_at: Date | null;
};

/** The columns of an `ImportRow`, for a SELECT or RETURNING. */
export function importColumns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    id, user_id, file_name, format, columns, mapping, domain_number,
    (SELECT host FROM domains WHERE domains.number = domain_number) AS domain_host,
    state, rows, slices, slices_done, done_rows,
    created, existing, alias_taken, invalid, blocked, "full", created_at, ended_at`;
}

export function importFromRow(row: ImportRow): ImportRun {
  const { created, existing, alias_taken, invalid, blocked, full } = row;
  const { domain_number: number, domain_host: host } = row;
  return {
    id: row.id,
    userId: row.user_id,
    fileName: row.file_name,
    formatId: row.format,
    columns: row.columns,
    mapping: row.mapping,
    domain: number === null || host === null ? null : { number: Number(number), host },
    state: row.state,
    rows: row.rows,
    doneRows: row.done_rows,
    counts: { created, existing, alias_taken, invalid, blocked, full },
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
