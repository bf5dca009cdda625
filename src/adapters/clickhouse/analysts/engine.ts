import { StatementFailure } from '#core/analytics/sql/statement';
import { failureFrom } from './failure.ts';
import { embeddedDatabases } from './databases.ts';

/** A statement for the embedded engine, under the rights of one account. */
export type EngineQuestion = {
  readonly userId: string;
  readonly text: string;
  readonly format: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly parameters: ReadonlyMap<string, string>;
  /** Ends the statement in the engine. */
  readonly signal: AbortSignal;
};

/** Runs statements of accounts in the embedded engine. Throws StatementFailure. */
export type AskEngine = (question: EngineQuestion) => Promise<Response>;

/** The header in which the embedded engine reads whose statement it is. */
const accountHeader = 'X-Waypost-Analyst';

/** `url`: the embedded engine, with its credentials. Its other connections are not used. */
export function askEngine(url: string): AskEngine {
  const { origin, username, password } = new URL(url);
  const credentials = {
    'X-ClickHouse-User': decodeURIComponent(username),
    'X-ClickHouse-Key': decodeURIComponent(password),
  };
  return async ({ userId, text, format, settings, parameters, signal }) => {
    const query = new URLSearchParams([
      ['database', embeddedDatabases.views],
      ['default_format', format],
      ...settings,
      ...[...parameters].map(([name, value]): [string, string] => [`param_${name}`, value]),
    ]);
    const answer = await fetch(`${origin}/?${query.toString()}`, {
      method: 'POST',
      headers: { ...credentials, [accountHeader]: userId },
      body: text,
      signal,
    }).catch((error: unknown) => {
      throw signal.aborted ? ended() : away(error);
    });
    if (answer.ok) return answer;
    throw failureFrom(await answer.text());
  };
}

/** The caller disconnected, or the engine did not end the statement at its own time limit. */
export function ended(): StatementFailure {
  const message = 'The statement took too long or was cancelled. Read fewer days or fewer columns.';
  return new StatementFailure('limit', { code: 159, codeName: 'TIMEOUT_EXCEEDED', message });
}

/** The server does not answer. */
export function away(cause: unknown): StatementFailure {
  const message = 'The event store does not answer. Please try again in a moment.';
  const failure = new StatementFailure('outage', { code: 210, codeName: 'NETWORK_ERROR', message });
  failure.cause = cause;
  return failure;
}
