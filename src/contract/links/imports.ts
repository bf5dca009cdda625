import * as z from 'zod/mini';
import { id, moment } from '#contract/fields';
import { linkTexts, namesOfTexts } from './link-limits.ts';
import { listOf, PageQuery } from '#contract/paging';
import { route } from '#contract/route';

/** The UTM parameters that a column can hold. */
export const utmFields = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const;

/** The fields to which a column of an imported file can be mapped. */
export const importFields = [
  'originalUrl',
  'alias',
  'shortUrl',
  ...namesOfTexts(linkTexts),
  'tags',
  'folder',
  'createdAt',
  'expiresAt',
  'isActive',
  'trackConversions',
  'splitTestEnabled',
  'splitTestUrls',
  'importedClicks',
  ...utmFields,
] as const;
export type ImportField = (typeof importFields)[number];

/** The field of each column, in the order of the columns; null: the column is not imported. */
export type ImportMapping = readonly (ImportField | null)[];

/** Limit of columns of a file. */
export const mostColumns = 100;

/**
 * `uploading`: the file arrives. `uploaded`: it waits for a check. `checking`: the dry run, which
 * adds no link. `checked`: its report is there. `running`: links are added. `done` and `cancelled`
 * are final; links that a cancelled import has added stay.
 */
export const importStates = [
  'uploading',
  'uploaded',
  'checking',
  'checked',
  'running',
  'done',
  'cancelled',
] as const;
export type ImportState = (typeof importStates)[number];

/**
 * What happens to a row that does not become a link. `existing`: the account has a link with this
 * alias and this destination, which stays as it is. `alias_taken`: another link has the alias.
 * `full`: the account has reached its limit of links.
 */
export const problemOutcomes = ['existing', 'alias_taken', 'invalid', 'blocked', 'full'] as const;
export type ProblemOutcome = (typeof problemOutcomes)[number];

/** A row that does not become a link. */
const RowProblem = z.object({
  /**
   * The row's number in a spreadsheet: the row of the columns' names, if the file has one, is row
   * 1.
   */
  row: z.int(),
  outcome: z.enum(problemOutcomes),
  /** The name of the column; null: the whole row. */
  column: z.nullable(z.string()),
  message: z.string(),
});
export type RowProblem = Readonly<z.output<typeof RowProblem>>;

const mapping = z.array(
  z.nullable(z.enum(importFields, `A field is one of ${importFields.join(', ')}`)),
  'Must be a list of fields',
);

export const Import = z.object({
  id,
  fileName: z.string(),
  /** The service whose export the file is; null: none that is known. */
  format: z.nullable(z.object({ id: z.string(), name: z.string() })),
  state: z.enum(importStates),
  rows: z.int(),
  /** Rows that the dry run or the import has gone through. */
  doneRows: z.int(),
  counts: z.object({
    created: z.int(),
    existing: z.int(),
    aliasTaken: z.int(),
    invalid: z.int(),
    blocked: z.int(),
    full: z.int(),
  }),
  createdAt: moment,
  endedAt: z.nullable(moment),
});
export type Import = z.output<typeof Import>;

/** One import with its columns, its first rows and its first problems. */
export const OneImport = z.extend(Import, {
  columns: z.array(z.string()),
  mapping,
  /** The host of the domain that the links get; null: the instance's own short host. */
  domain: z.nullable(z.string()),
  preview: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  problems: z.array(RowProblem),
});

const notHost = 'Must be a host name';

/** How the columns of a file are read. */
export const ImportCheck = z.object({
  mapping: mapping.check(
    z.maxLength(mostColumns, `A file can have at most ${mostColumns} columns`),
  ),
  /** The host of one of the account's domains; null: the instance's own short host. */
  domain: z.optional(z.nullable(z.string(notHost).check(z.maxLength(255, notHost)))),
});

/** Limit of the size of a file, in bytes. */
export const maxImportBytes = 32 * 2 ** 20;

/** The upload of a file, which is read while it arrives. */
export const uploadImport = route('POST /api/v1/imports', {
  scope: 'links:write',
  summary: 'Upload a file of links',
  errors: ['plan_required', 'conflict', 'malformed', 'too_large', 'unsupported_media_type'],
  limit: 'bulk',
  query: z.object({ name: z.optional(z.string()) }),
  readsBody: 'text/csv',
  status: 201,
  answer: OneImport,
});
export const listImports = route('GET /api/v1/imports', {
  scope: 'links:read',
  query: PageQuery,
  answer: listOf(Import),
});
export const showImport = route('GET /api/v1/imports/:id', {
  scope: 'links:read',
  answer: OneImport,
});
/**
 * Begins the check. The background work may already have ended when the response is sent; the same
 * holds for `startImport`.
 */
export const checkImport = route('POST /api/v1/imports/:id/check', {
  scope: 'links:write',
  errors: ['plan_required', 'conflict'],
  example: { mapping: ['originalUrl', 'alias'] },
  limit: 'bulk',
  body: ImportCheck,
  status: 202,
  answer: OneImport,
});
export const startImport = route('POST /api/v1/imports/:id/start', {
  scope: 'links:write',
  errors: ['plan_required', 'conflict'],
  limit: 'bulk',
  audit: 'links_imported',
  status: 202,
  answer: OneImport,
});
export const cancelImport = route('POST /api/v1/imports/:id/cancel', {
  scope: 'links:write',
  errors: ['conflict'],
  audit: 'links_imported',
  answer: OneImport,
});
/** A CSV file of the rows that do not become links. */
export const saveProblems = route('GET /api/v1/imports/:id/problems', {
  scope: 'links:read',
  summary: 'Download the rows that become no links',
  file: ['text/csv'],
});
