import type { RunStatementPorts } from '#core/analytics/sql/run-statement';
import { StatementFailure } from '#core/analytics/sql/statement';
import { engineSettings, statementLimits } from './author-settings.ts';
import { isViewDatabase, noDatabase } from './browse.ts';
import { checkStatement } from './check-statement.ts';
import { embeddedDatabases, type SqlDatabases } from './databases.ts';
import { askEngine, type AskEngine } from './engine.ts';
import { formatNamed } from './formats.ts';

/** How much later than the engine the gateway gives up, so that the engine's own error arrives. */
const graceMs = 3000;

const passedOn = ['x-clickhouse-summary', 'x-clickhouse-timezone', 'content-type'];

/** Accounts' own statements in the embedded engine at `url`. */
export function analystEngine(url: string): RunStatementPorts['engine'] {
  return runChecked(askEngine(url));
}

export function runChecked(
  ask: AskEngine,
  check = checkStatement(ask),
  databases: SqlDatabases = embeddedDatabases,
): RunStatementPorts['engine'] {
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
        ...{ userId, text: checked.text, format, settings, parameters, signal: inTime() },
      });
      if (answer.body === null) throw noBody();
      const headers = passedOn.flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      const length = answer.headers.get('content-length');
      const bytes = length === null ? null : Number(length);
      return { format, headers: new Map(headers), bytes, body: answer.body };
    },
  };
}

function noBody(): StatementFailure {
  const message = 'The event store sent no result';
  return new StatementFailure('outage', { code: 210, codeName: 'NETWORK_ERROR', message });
}
