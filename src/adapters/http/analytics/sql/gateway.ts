import { randomUUID } from 'node:crypto';
import { Elysia } from 'elysia';
import { runStatement as sqlRoute } from '#contract/analytics/sql';
import type { Author, RunningResult, RunStatement } from '#core/analytics/sql/run-statement';
import type { Statement, StatementResult } from '#core/analytics/sql/statement';
import { Refusal } from '#core/shared/refusal';
import { keepOpen } from '#adapters/http/frame/caller';
import { addressNetwork } from '#adapters/http/frame/client-address';
import type { AccountCalls } from '#adapters/http/limits/account-calls';
import type { KeySource } from '#adapters/http/sign-in/keyed';
import { setActor, setDetail } from '#adapters/http/frame/request-subject';
import { encodingFor } from './encoding.ts';
import { gatewayFailure } from './gateway-failure.ts';
import { readStatement } from './gateway-request.ts';
import { inAskedRevision } from './hello.ts';
import { resultBody } from './result-body.ts';

/**
 * ClickHouse's HTTP interface, narrowed to the account of an API key with the scope `sql`. The key
 * is the password of any user name. It reads no cookie. A statement counts in the account's limit of
 * `POST /api/v1/sql`; without `calls` there is no limit.
 */
export function gatewayRoutes(
  { calls, ...keys }: KeySource & { readonly calls?: AccountCalls },
  runStatement: RunStatement,
) {
  const answer = async ({ request }: { request: Request }): Promise<Response> => {
    const queryId = queryIdOf(request);
    try {
      const author = await authorOf(keys, request);
      const counted = calls?.count(request, sqlRoute);
      if (counted?.refusal) throw counted.refusal;
      return await runFor(author, { runStatement, request, queryId });
    } catch (error) {
      const failure = gatewayFailure(error, queryId);
      if (failure === undefined) throw error;
      return failure;
    }
  };
  return (
    new Elysia({ name: 'sql-gateway' })
      .get('/clickhouse/ping', pong)
      .get('/clickhouse', (context) => (isBare(context.request) ? pong() : answer(context)))
      .post('/clickhouse', answer, { parse: 'none' })
      // For tools that can configure only a host and a port: JDBC, Metabase, DBeaver, dbt.
      .get('/ping', pong)
      .post('/', answer, { parse: 'none' })
  );
}

function pong(): Response {
  return new Response('Ok.\n');
}

/** The id that the client sent, or a new one when the sent id is not allowed in a header. */
function queryIdOf(request: Request): string {
  const given = new URL(request.url).searchParams.get('query_id')?.slice(0, 100) ?? '';
  return /^[!-~]+$/.test(given) ? given : randomUUID();
}

/** Whether it is a test of the address, which clients send without credentials. */
function isBare(request: Request): boolean {
  return !new URL(request.url).searchParams.has('query');
}

type Asked = {
  readonly runStatement: RunStatement;
  readonly request: Request;
  readonly queryId: string;
};

async function runFor(
  author: Author,
  { runStatement, request, queryId }: Asked,
): Promise<Response> {
  keepOpen(request);
  const statement = await readStatement(request);
  setDetail(request, statement.query);
  const running = await runStatement(author, statement, request.signal);
  try {
    return await answerOf(request, statement, { running, queryId });
  } catch (error) {
    running.end();
    // Cancelling fails when the body was already read.
    await running.result.body.cancel().catch(() => {});
    throw error;
  }
}

async function answerOf(
  request: Request,
  statement: Statement,
  { running: plain, queryId }: { readonly running: RunningResult; readonly queryId: string },
): Promise<Response> {
  const running = { ...plain, result: await inAskedRevision(request, statement, plain.result) };
  const headers = new Headers([
    ...running.result.headers,
    ['x-clickhouse-query-id', queryId],
    ['x-clickhouse-format', running.result.format],
    ...progressOf(request, running.result),
    ['vary', 'accept-encoding'],
  ]);
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  if (encoding !== null) headers.set('content-encoding', encoding.name);
  return new Response(await resultBody(running, encoding), { headers });
}

/** The result is complete before its headers are sent, so one progress header reports all of it. */
function progressOf(request: Request, { headers }: StatementResult): [string, string][] {
  const wanted = new URL(request.url).searchParams.get('send_progress_in_http_headers');
  const summary = headers.get('x-clickhouse-summary');
  if (wanted !== '1' || summary === undefined) return [];
  return [['x-clickhouse-progress', summary]];
}

async function authorOf({ findKey, addressOf }: KeySource, request: Request): Promise<Author> {
  const text = passwordOf(request);
  const network = addressNetwork(addressOf(request));
  const holder = text === null ? null : await findKey(text, network);
  if (holder === null) {
    const message = 'Authentication failed: give an API key as the password, with any user name';
    throw new Refusal('unauthenticated', message);
  }
  setActor(request, 'key', holder.user.id);
  if (!holder.scopes.includes('sql')) {
    throw new Refusal('forbidden', 'This API key does not have the required scope: sql');
  }
  // Only a person with a confirmed address can create a key.
  return { userId: holder.user.id, verified: true };
}

/** The password, from the places where ClickHouse's clients put it; null without one. */
function passwordOf(request: Request): string | null {
  const { headers } = request;
  const key = headers.get('x-clickhouse-key');
  if (key !== null) return key;
  const authorization = headers.get('authorization') ?? '';
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (bearer !== undefined) return bearer;
  const basic = /^Basic +(\S+) *$/i.exec(authorization)?.[1];
  if (basic === undefined) return new URL(request.url).searchParams.get('password');
  const pair = Buffer.from(basic, 'base64').toString('utf8');
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : null;
}
