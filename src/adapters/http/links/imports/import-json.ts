import { formatOf } from '#core/links/imports/formats';
import type { ImportField } from '#core/links/imports/import-fields';
import type { FileRow, ImportRun, RowProblem } from '#core/links/imports/import-run';
import type { ShownImport } from '#core/links/imports/own-imports';

/** An import in lists. */
export type ImportJson = {
  readonly id: string;
  readonly fileName: string;
  /** The service whose export the file is; null: none that is known. */
  readonly format: { readonly id: string; readonly name: string } | null;
  readonly state: ImportRun['state'];
  readonly rows: number;
  /** Rows that the dry run or the import has gone through. */
  readonly doneRows: number;
  readonly counts: {
    readonly created: number;
    readonly existing: number;
    readonly aliasTaken: number;
    readonly invalid: number;
    readonly blocked: number;
    readonly full: number;
  };
  readonly createdAt: string;
  readonly endedAt: string | null;
};

/** One import with its columns, its first rows and its first problems. */
export type OneImportJson = ImportJson & {
  readonly columns: readonly string[];
  /** The field of each column; null: the column is not imported. */
  readonly mapping: readonly (ImportField | null)[];
  /** The host of the domain that the links get; null: the instance's own short host. */
  readonly domain: string | null;
  readonly preview: readonly FileRow[];
  readonly problems: readonly RowProblem[];
};

export function importJson(run: ImportRun): ImportJson {
  const { alias_taken: aliasTaken, ...counts } = run.counts;
  return {
    id: run.id,
    fileName: run.fileName,
    format: formatOf(run.formatId),
    state: run.state,
    rows: run.rows,
    doneRows: run.doneRows,
    counts: { ...counts, aliasTaken },
    createdAt: run.createdAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
  };
}

export function oneImportJson({ run, preview, problems }: ShownImport): OneImportJson {
  const { columns, mapping, domain } = run;
  return { ...importJson(run), columns, mapping, domain: domain?.host ?? null, preview, problems };
}
