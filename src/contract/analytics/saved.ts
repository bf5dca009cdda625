import * as z from 'zod/mini';
import { id, line, lines, optionalLine } from '#contract/fields';
import { listOf, PageQuery } from '#contract/paging';
import { route } from '#contract/route';

/** Limit of saved views of one account. */
export const mostViews = 50;
/** Limit of notes of one account. */
export const mostAnnotations = 500;
/** Limit of saved statements of one account. */
export const mostStatements = 100;
/**
 * Limit of the length of an SQL statement, in UTF-16 units. It is lower than that of a JSON body,
 * because quotes and line breaks are escaped there.
 */
export const longestStatement = 30_000;

/** Limit of the length of a view's or statement's name, in UTF-16 units. */
export const longestSavedName = 60;
/** Limit of the length of a note, in UTF-16 units. */
export const longestNote = 140;

const savedName = (missing: string) =>
  line({
    missing,
    most: longestSavedName,
    tooLong: `The name must be at most ${longestSavedName} characters`,
  });

const viewFields = {
  name: savedName('Enter a name for the view'),
  /** The search part of the analytics page's address, without `?`. */
  query: optionalLine(
    4000,
    'The address must be at most 4,000 characters',
    "Send the search part of the page's address",
  ).check(z.overwrite((search) => search.replace(/^\?/, ''))),
};

/** A question to the analytics page that its owner keeps. */
export const SavedView = z.object({
  id,
  ...viewFields,
  /** Raised by every change. */
  version: z.int(),
});
export type SavedView = z.output<typeof SavedView>;
export const NewView = z.object(viewFields);
export const ViewChanges = z.partial(NewView);

export const listViews = route('GET /api/v1/analytics/views', {
  scope: 'analytics:read',
  query: PageQuery,
  answer: listOf(SavedView),
});
export const addView = route('POST /api/v1/analytics/views', {
  scope: 'analytics:write',
  summary: 'Save a view',
  errors: ['conflict'],
  example: { name: 'Spring by country', query: 'range=30d&utmCampaign=spring' },
  body: NewView,
  status: 201,
  answer: SavedView,
});
export const changeView = route('PATCH /api/v1/analytics/views/:id', {
  scope: 'analytics:write',
  errors: ['conflict', 'changed_meanwhile'],
  example: { name: 'Spring' },
  body: ViewChanges,
  answer: SavedView,
});
export const removeView = route('DELETE /api/v1/analytics/views/:id', {
  scope: 'analytics:write',
  errors: ['changed_meanwhile'],
});

const annotationFields = {
  /** A calendar day, in any time zone. */
  date: z.iso
    .date('Send a day as YYYY-MM-DD')
    .check(
      z.refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Choose a day of this century'),
    ),
  text: line({
    missing: 'Enter a note',
    most: longestNote,
    tooLong: `The note must be at most ${longestNote} characters`,
  }),
};

/** A person's note on a day of the charts. */
export const Annotation = z.object({ id, ...annotationFields });
export type Annotation = z.output<typeof Annotation>;
export const NewAnnotation = z.object(annotationFields);
export const AnnotationChanges = z.partial(NewAnnotation);

export const listAnnotations = route('GET /api/v1/analytics/annotations', {
  scope: 'analytics:read',
  query: PageQuery,
  answer: listOf(Annotation),
});
export const addAnnotation = route('POST /api/v1/analytics/annotations', {
  scope: 'analytics:write',
  errors: ['conflict'],
  example: { date: '2026-11-27', text: 'Newsletter sent' },
  body: NewAnnotation,
  status: 201,
  answer: Annotation,
});
export const changeAnnotation = route('PATCH /api/v1/analytics/annotations/:id', {
  scope: 'analytics:write',
  example: { text: 'Newsletter sent to everybody' },
  body: AnnotationChanges,
  answer: Annotation,
});
export const removeAnnotation = route('DELETE /api/v1/analytics/annotations/:id', {
  scope: 'analytics:write',
});

const statementFields = {
  name: savedName('Enter a name for the statement'),
  query: lines({
    missing: 'Enter a statement',
    most: longestStatement,
    tooLong: 'The statement is too long',
  }),
};

/** A statement of SQL that its owner keeps. It is text: nothing runs it by itself. */
export const SavedStatement = z.object({ id, ...statementFields });
export type SavedStatement = z.output<typeof SavedStatement>;
export const NewStatement = z.object(statementFields);
export const StatementChanges = z.partial(NewStatement);

export const listStatements = route('GET /api/v1/sql/statements', {
  scope: 'sql',
  query: PageQuery,
  answer: listOf(SavedStatement),
});
export const addStatement = route('POST /api/v1/sql/statements', {
  scope: 'sql',
  summary: 'Save a statement',
  errors: ['conflict'],
  example: {
    name: 'Clicks by day',
    query: 'SELECT toDate(at) AS day, count() FROM clicks GROUP BY day',
  },
  body: NewStatement,
  status: 201,
  answer: SavedStatement,
});
export const changeStatement = route('PATCH /api/v1/sql/statements/:id', {
  scope: 'sql',
  errors: ['conflict'],
  example: { name: 'Clicks of each day' },
  body: StatementChanges,
  answer: SavedStatement,
});
export const removeStatement = route('DELETE /api/v1/sql/statements/:id', { scope: 'sql' });
