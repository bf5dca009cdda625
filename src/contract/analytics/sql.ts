import * as z from 'zod/mini';
import { moment } from '#contract/fields';
import { route } from '#contract/route';
import { longestStatement } from './saved.ts';

/** What a person may query. */
export const SqlSchema = z.object({
  /** `unsupported`: the event store does not keep accounts apart. */
  state: z.enum(['on', 'off', 'unsupported', 'unconfirmed']),
  /** The name of the account's database. */
  database: z.string(),
  /** The address for clients that speak ClickHouse's HTTP interface. */
  url: z.string(),
  views: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string(), description: z.string() })),
    }),
  ),
  examples: z.array(z.object({ id: z.string(), title: z.string(), query: z.string() })),
  functions: z.array(z.string()),
  limits: z.object({
    seconds: z.int(),
    rows: z.int(),
    queryBytes: z.int(),
    statementsPerMinute: z.int(),
  }),
});

export const showSchema = route('GET /api/v1/sql/schema', {
  scope: 'sql',
  summary: 'Show what SQL can read',
  answer: SqlSchema,
});

/** Formats of a result: JSON for the page, or a file. */
const formats = ['JSON', 'CSV', 'TSV', 'JSONL', 'Parquet'] as const;

/**
 * Runs a statement. Its result is passed through as the event store sends it: JSON with at most
 * `limits.rows` rows, and one row more when there are more; or a file. Aborting the request ends the
 * statement.
 */
export const runStatement = route('POST /api/v1/sql', {
  scope: 'sql',
  limit: 'sql',
  summary: 'Run a statement',
  file: [
    'application/json',
    'text/csv',
    'text/tab-separated-values',
    'application/x-ndjson',
    'application/octet-stream',
  ],
  errors: [
    'invalid_statement',
    'statement_limit',
    'not_supported',
    'forbidden',
    'email_unverified',
  ],
  example: { query: 'SELECT count() AS clicks FROM clicks' },
  audit: 'statement_run',
  body: z.object({
    query: z
      .string('Enter a statement')
      .check(
        z.trim(),
        z.minLength(1, 'Enter a statement'),
        z.maxLength(longestStatement, 'The statement is too long'),
      ),
    format: z._default(z.enum(formats, 'Unknown format'), 'JSON'),
  }),
});

/**
 * The address and the user with which an account's owner may sign in to the event store, without
 * the password.
 */
const login = {
  /** An origin of ClickHouse's HTTP interface. */
  url: z.string(),
  /** Also the name of the user. */
  database: z.string(),
  /** Null: there is no password that its owner knows. */
  createdAt: z.nullable(moment),
};

/** The login; null when people's own tools cannot reach the event store. */
export const showLogin = route('GET /api/v1/sql/login', {
  scope: 'sql',
  summary: 'Show the login of the event store',
  errors: ['not_supported'],
  answer: z.object({ login: z.nullable(z.object(login)) }),
});
/** A new password, which is shown once; the earlier one stops working. */
export const createLogin = route('POST /api/sql/login', {
  audit: 'login_created',
  status: 201,
  answer: z.object({ ...login, password: z.string() }),
});
export const removeLogin = route('DELETE /api/sql/login', { audit: 'login_removed' });
