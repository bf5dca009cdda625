import type { Answer } from '#contract/route';
import * as contract from '#contract/analytics/sql';
import { type EventStoreLogins, renewLogin } from '#core/analytics/sql/event-store-logins';
import type { RunStatement, SqlState } from '#core/analytics/sql/run-statement';
import { StatementFailure, type StatementResult } from '#core/analytics/sql/statement';
import { Refusal } from '#core/shared/refusal';
import { keepOpen } from '#adapters/http/frame/caller';
import { setDetail } from '#adapters/http/frame/request-subject';
import { type Mountable, on } from '#adapters/http/frame/on';
import { sessionToken, type SignedInPorts } from '#adapters/http/sign-in/signed-in';
import { resultBody } from './result-body.ts';

export type SqlRoutesPorts = {
  readonly session: Pick<SignedInPorts, 'cookie'>;
  readonly state: () => Promise<SqlState>;
  /** The name of the account's database. */
  readonly databaseOf: (userId: string) => string;
  /** Null when people's own tools cannot reach the event store. */
  readonly direct: {
    /** An origin. */
    readonly url: string;
    readonly logins: Pick<EventStoreLogins, 'find' | 'renew' | 'withdraw'>;
    /** Refuses `reauth_required` unless the session's person has proven their identity recently. */
    readonly requireProof: (token: string) => Promise<void>;
  } | null;
  readonly runStatement: RunStatement;
  readonly schema: Omit<Answer<typeof contract.showSchema>, 'state' | 'url'>;
  /** APP_URL, an origin. */
  readonly appUrl: string;
};

/**
 * SQL for people, and a person's own user in the operator's event store, which reads the same views.
 * The user needs a session: an API key cannot create a password.
 */
export function sqlRoutes(ports: SqlRoutesPorts): Mountable[] {
  const { session, state, databaseOf, schema, direct } = ports;
  const loginOf = async (url: string, userId: string) => {
    const found = await direct?.logins.find(userId);
    return { url, database: databaseOf(userId), createdAt: found?.shownAt ?? null };
  };
  const offered = async () => {
    if (direct !== null && (await state()) === 'on') return direct;
    throw new Refusal('not_supported', 'Direct connections are not available on this server');
  };

  return [
    on(contract.showSchema, async ({ caller }) => {
      const known = await state();
      return {
        ...schema,
        state: known === 'on' && !caller.verified ? ('unconfirmed' as const) : known,
        database: databaseOf(caller.id),
        url: `${new URL(ports.appUrl).origin}/clickhouse`,
      };
    }),

    on(contract.runStatement, async ({ caller, body: { query, format }, request }) => {
      keepOpen(request);
      setDetail(request, query);
      const file = files[format];
      const statement = {
        query,
        parameters: new Map(),
        settings: new Map(),
        database: null,
        format: file?.format ?? 'JSONCompact',
        rowLimit: file === undefined ? schema.limits.rows + 1 : null,
      };
      const author = { userId: caller.id, verified: caller.verified };
      const running = await ports
        .runStatement(author, statement, request.signal)
        .catch(refuseFailure);
      return new Response(await resultBody(running), { headers: headersOf(file, running.result) });
    }),

    on(contract.showLogin, async ({ caller }) => {
      if (direct === null || (await state()) !== 'on') return { login: null };
      return { login: await loginOf(direct.url, caller.id) };
    }),
    on(contract.createLogin, async ({ caller, request }) => {
      const open = await offered();
      const password = await renewLogin(open, caller, sessionToken(session, request));
      return { ...(await loginOf(open.url, caller.id)), password };
    }),
    on(contract.removeLogin, async ({ caller }) => (await offered()).logins.withdraw(caller.id)),
  ];
}

type Offered = { readonly format: string; readonly ending: string };

/** Files that a person can download, by the name of their format. */
const files: Readonly<Record<string, Offered>> = {
  CSV: { format: 'CSVWithNames', ending: 'csv' },
  TSV: { format: 'TabSeparatedWithNames', ending: 'tsv' },
  JSONL: { format: 'JSONEachRow', ending: 'jsonl' },
  Parquet: { format: 'Parquet', ending: 'parquet' },
};

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
