import { Elysia } from 'elysia';
import { z } from 'zod';
import type { RunStatement, SqlState } from '#core/analytics/sql/run-statement';
import { StatementFailure, type StatementResult } from '#core/analytics/sql/statement';
import { Refusal } from '#core/shared/refusal';
import { keepOpen } from '#adapters/http/frame/caller';
import { setDetail } from '#adapters/http/frame/concerned';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';
import { eventStoreLoginRoutes, type LoginRoutesPorts } from './event-store-login.ts';
import { resultBody } from './result-body.ts';
import type { SqlSchema, SqlSchemaJson } from './sql-schema.ts';

export type SqlRoutesPorts = {
  readonly session: SignedInPorts;
  readonly state: () => Promise<SqlState>;
  /** The name of the account's database. */
  readonly databaseOf: (userId: string) => string;
  readonly direct: LoginRoutesPorts['direct'];
  readonly runStatement: RunStatement;
  readonly schema: SqlSchema;
  /** APP_URL, an origin. */
  readonly appUrl: string;
};

type Offered = { readonly format: string; readonly ending: string };

/** Files that a person can download, by the name of their format. */
const files: Readonly<Record<string, Offered>> = {
  CSV: { format: 'CSVWithNames', ending: 'csv' },
  TSV: { format: 'TabSeparatedWithNames', ending: 'tsv' },
  JSONL: { format: 'JSONEachRow', ending: 'jsonl' },
  Parquet: { format: 'Parquet', ending: 'parquet' },
};

const tooLong = 'The statement is too long';

function statementBody(longest: number) {
  return z.object({
    query: z.string('Enter a statement').trim().min(1, 'Enter a statement').max(longest, tooLong),
    format: z.enum(['JSON', 'CSV', 'TSV', 'JSONL', 'Parquet'], 'Unknown format').default('JSON'),
  });
}

/**
 * SQL for people. A statement's result is passed through as the event store sends it: JSON with at
 * most `limits.rows` rows, and one row more when there are more; or a file. Aborting the request ends
 * the statement.
 */
export function sqlRoutes(ports: SqlRoutesPorts) {
  const { session, state, databaseOf, runStatement, schema, appUrl } = ports;
  const { rows, queryBytes } = schema.limits;
  return new Elysia({ name: 'sql' })
    .use(eventStoreLoginRoutes(ports))
    .use(signedIn(session))
    .get('/api/sql/schema', async ({ user }): Promise<SqlSchemaJson> => {
      const known = await state();
      const ownState = known === 'on' && !user.verified ? 'unconfirmed' : known;
      const url = `${new URL(appUrl).origin}/clickhouse`;
      return { ...schema, state: ownState, database: databaseOf(user.id), url };
    })
    .post(
      '/api/sql',
      async ({ user, body, request }) => {
        keepOpen(request);
        setDetail(request, body.query);
        const file = files[body.format];
        const author = { userId: user.id, verified: user.verified };
        const running = await runStatement(
          author,
          {
            query: body.query,
            parameters: new Map(),
            settings: new Map(),
            database: null,
            format: file?.format ?? 'JSONCompact',
            rowLimit: file === undefined ? rows + 1 : null,
          },
          request.signal,
        ).catch(refuseFailure);
        return new Response(await resultBody(running), {
          headers: headersOf(file, running.result),
        });
      },
      { body: statementBody(queryBytes) },
    );
}

function headersOf(file: Offered | undefined, { headers: given, views }: StatementResult) {
  const summary = given.get('x-clickhouse-summary');
  return {
    'x-views-read': views.join(' '),
    ...(summary !== undefined && { 'x-clickhouse-summary': summary }),
    ...(file === undefined
      ? { 'content-type': 'application/json' }
      : {
          'content-type': given.get('content-type') ?? 'application/octet-stream',
          'content-disposition': `attachment; filename="waypost.${file.ending}"`,
        }),
  };
}

/** A failed statement as a refusal; its sentence is for the person. */
function refuseFailure(error: unknown): never {
  if (!(error instanceof StatementFailure)) throw error;
  const { kind, message } = error;
  if (kind === 'outage') throw new Refusal('unavailable', message, { retryAfterSeconds: 2 });
  throw new Refusal(kind === 'limit' ? 'statement_limit' : 'invalid_statement', message);
}
