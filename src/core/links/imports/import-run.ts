import type { LinkDomain } from '#core/links/link-domain';
import type { ImportMapping, ImportState, ProblemOutcome } from '#contract/imports';

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
  /** The proposed mapping, and from the check on the chosen one. */
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
/** Rows of a file, with the blank ones. */
export const mostFileRows = 2 * mostRows;

/** Rows of one transaction: about a millisecond of work in this process, which redirects visits too. */
export const rowsPerSlice = 25;
/** UTF-16 units after which a slice takes no further row: some milliseconds of work. */
export const fullSliceLength = 64 * 1024;

/** Imports that one process works at; the others wait. */
export const mostAtWork = 2;

/** Rows of all accounts' imports that have not ended: some gigabytes at most. */
export const mostWaitingRows = 5_000_000;

/** Ended imports that an account keeps. */
export const mostKept = 20;
