import type { LinkDomain } from '#core/links/link-domain';
import type { ImportMapping, ImportState, ProblemOutcome } from '#contract/links/imports';

/** Rows by their outcome. */
export type RowCounts = Readonly<Record<'created' | ProblemOutcome, number>>;

/** A row of the file with its number. */
export type FileRow = { readonly row: number; readonly cells: readonly string[] };

/** One import of an account. */
export type ImportRun = {
  readonly id: string;
  readonly userId: string;
  readonly fileName: string;
  /** The recognized format (`formats.ts`); null: none. */
  readonly formatId: string | null;
  readonly columns: readonly string[];
  /** The proposed mapping; after the check has started, the chosen one. */
  readonly mapping: ImportMapping;
  readonly domain: LinkDomain | null;
  readonly state: ImportState;
  /** Rows with at least one cell. */
  readonly rows: number;
  /** Rows that the check or the import has gone through. */
  readonly doneRows: number;
  readonly counts: RowCounts;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
};

export const noRows: RowCounts = {
  created: 0,
  existing: 0,
  alias_taken: 0,
  invalid: 0,
  blocked: 0,
  full: 0,
};

export const mostRows = 100_000;
/** Limit of rows of a file, blank ones included. */
export const mostFileRows = 2 * mostRows;

/** Rows of one transaction: about a millisecond of work in this process, which redirects visits too. */
export const rowsPerSlice = 25;
/** A slice takes no further row once it has this many UTF-16 units: some milliseconds of work. */
export const fullSliceLength = 64 * 1024;

/** Imports that one process runs at the same time; the others wait. */
export const mostAtWork = 2;

/** Limit of rows of all unfinished imports, of all accounts: some gigabytes at most. */
export const mostWaitingRows = 5_000_000;

/** Ended imports that an account keeps. */
export const mostKept = 20;
