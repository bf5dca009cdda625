import type { RunStatementPorts } from '#core/analytics/sql/run-statement';
import { StatementFailure } from '#core/analytics/sql/statement';
import { engineSettings, statementLimits } from './author-settings.ts';
import { isViewDatabase, noDatabase } from './browse.ts';
import { checkStatement } from './check-statement.ts';
import { embeddedDatabases, type SqlDatabases } from './databases.ts';
import { type AskEngine, embeddedEngine } from './engine.ts';
import { formatNamed } from './formats.ts';

/** How much later than the engine the gateway gives up, so that the engine's own error arrives. */
const graceMs = 3000;

const passedOn = ['x-clickhouse-timezone', 'content-type'];

/**
 * Fields of the summary that are passed on. The number of read rows would include rows of other
 * accounts, because one block of a table has rows of several accounts.
 */
const summed = ['written_rows', 'written_bytes', 'result_rows', 'result_bytes', 'elapsed_ns'];

/** Accounts' own statements in the embedded engine at `url`. */
export function analystEngine(url: string): RunStatementPorts['engine'] {
  const { ask, ended } = embeddedEngine(url);
  return { ...runChecked(ask), ended };
}

export function runChecked(
  ask: AskEngine,
  check = checkStatement(ask),
  databases: SqlDatabases = embeddedDatabases,
): Pick<RunStatementPorts['engine'], 'run'> {
  return {
    async run(userId, statement, cancelled) {
      const { database } = statement;
      if (database !== null && !isViewDatabase(database, databases)) throw noDatabase(databases);
      const { parameters } = statement;
      const { query, rowLimit } = statement;
      const inTime = () =>
        AbortSignal.any([cancelled, AbortSignal.timeout(statementLimits.seconds * 1000 + graceMs)]);
      const checked = await check({ query, userId, parameters, signal: inTime() });
      const format = formatNamed(checked.format ?? statement.format);
      const asked = new Map([...statement.settings, ...checked.settings]);
      const settings = engineSettings(asked, rowLimit);
      const answer = await ask({
        userId,
        text: checked.text,
        format,
        settings,
        parameters,
        signal: inTime(),
      });
      if (answer.body === null) throw noBody();
      const headers = passedOn.flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      const summary = ownSummary(answer.headers.get('x-clickhouse-summary'));
      const length = answer.headers.get('content-length');
      const bytes = length === null ? null : Number(length);
      return {
        format,
        bytes,
        body: answer.body,
        views: checked.views,
        headers: new Map([...headers, ['x-clickhouse-summary', summary]]),
      };
    },
  };
}

function ownSummary(text: string | null): string {
  const facts = summed.flatMap((name) => {
    const number = new RegExp(`"${name}":"(\\d+)"`).exec(text ?? '')?.[1];
    return number === undefined ? [] : [[name, number] as const];
  });
  return JSON.stringify(Object.fromEntries(facts));
}

function noBody(): StatementFailure {
  const message = 'The event store sent no result';
  return new StatementFailure('outage', { code: 210, codeName: 'NETWORK_ERROR', message });
}
