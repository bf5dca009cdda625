import { randomUUID } from 'node:crypto';
import type { RunStatementPorts } from '#core/analytics/sql/run-statement';
import { StatementFailure } from '#core/analytics/sql/statement';
import { secondMs } from '#core/shared/time';
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

/** The headers in which the embedded engine reads whose statement it is, and its id. */
const accountHeader = 'X-Waypost-Analyst';
const statementHeader = 'X-Waypost-Statement';
/** The code of a statement that the engine could not stop: it restarts then. */
const stuckCode = '734';
/** The engine answers 5 s after a statement was ended at the latest. */
const patienceMs = 15 * secondMs;

/**
 * The embedded engine at `url`, which has its credentials. A statement whose signal is aborted
 * rejects at once; `ended` waits until the engine confirms its end.
 */
export function embeddedEngine(url: string): {
  readonly ask: AskEngine;
  readonly ended: RunStatementPorts['engine']['ended'];
} {
  const { origin, username, password } = new URL(url);
  const credentials = {
    'X-ClickHouse-User': decodeURIComponent(username),
    'X-ClickHouse-Key': decodeURIComponent(password),
  };
  const stops = new Map<string, Set<Promise<boolean>>>();

  const stop = (userId: string, statement: Sent): void => {
    const headers = credentials;
    const given = { method: 'POST', headers };
    fetch(`${origin}/cancel?statement=${statement.id}`, given).catch(() => {});
    const limit = setTimeout(() => statement.leave(), patienceMs);
    const stopped = wasStopped(statement.answer).finally(() => {
      clearTimeout(limit);
      ofAccount.delete(stopped);
      if (ofAccount.size === 0) stops.delete(userId);
    });
    const ofAccount = stops.get(userId) ?? new Set();
    stops.set(userId, ofAccount.add(stopped));
  };

  return {
    async ask(question) {
      const { userId, text, signal } = question;
      if (signal.aborted) throw ended();
      const [id, gone] = [randomUUID(), new AbortController()];
      const answer = fetch(`${origin}/?${searchOf(question).toString()}`, {
        method: 'POST',
        headers: { ...credentials, [accountHeader]: userId, [statementHeader]: id },
        body: text,
        signal: gone.signal,
      });
      const response = await unlessAborted(signal, answer, () =>
        stop(userId, { id, answer, leave: () => gone.abort() }),
      );
      if (response.ok) return response;
      throw failureFrom(await response.text());
    },

    async ended(userId) {
      const stopped = await Promise.all([...(stops.get(userId) ?? [])]);
      return stopped.every(Boolean);
    },
  };
}

/** A statement that was sent to the engine. */
type Sent = {
  readonly id: string;
  readonly answer: Promise<Response>;
  /** Stops waiting for its response. */
  leave(): void;
};

function searchOf({ format, settings, parameters }: EngineQuestion): URLSearchParams {
  return new URLSearchParams([
    ['database', embeddedDatabases.views],
    ['default_format', format],
    ...settings,
    ...[...parameters].map(([name, value]): [string, string] => [`param_${name}`, value]),
  ]);
}

/** False when the engine says that it could not stop the statement. */
async function wasStopped(answer: Promise<Response>): Promise<boolean> {
  try {
    const { headers, body } = await answer;
    await body?.cancel();
    return headers.get('X-ClickHouse-Exception-Code') !== stuckCode;
  } catch {
    return true;
  }
}

/** The answer, or `ended()` as soon as the signal is aborted; then `onAbort` is called first. */
async function unlessAborted(
  signal: AbortSignal,
  answer: Promise<Response>,
  onAbort: () => void,
): Promise<Response> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => {
    onAbort();
    aborted.reject(ended());
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([answer, aborted.promise]);
  } catch (error) {
    throw error instanceof StatementFailure ? error : away(error);
  } finally {
    signal.removeEventListener('abort', abort);
  }
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
