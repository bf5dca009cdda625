import type { RunStatementPorts } from '#core/analytics/sql/run-statement';
import { StatementFailure } from '#core/analytics/sql/statement';
import { checkStatement } from '#adapters/clickhouse/analysts/check-statement';
import { runChecked } from '#adapters/clickhouse/analysts/run';
import { askServer } from './ask-server.ts';
import { databasesOf, type ServerNames } from './names.ts';

export type Logins = {
  /** Creates the account's user when it is missing. */
  passwordOf(userId: string): Promise<string>;
  /** The server does not accept the account's user. */
  missing(userId: string): Promise<void>;
};

/** The server does not know the user, or has another password. */
const authenticationFailed = 516;

/**
 * Accounts' own statements on the server at `url`: checked as in the embedded engine, and run as the
 * account's own user, who may read nothing but its views.
 */
export function serverEngine(
  url: string,
  { names, logins }: { readonly names: ServerNames; readonly logins: Logins },
): RunStatementPorts['engine'] {
  const engineOf = async (userId: string) => {
    const databases = databasesOf(names, userId);
    const password = await logins.passwordOf(userId);
    const ask = askServer(url, { name: databases.views, password, database: databases.views });
    return runChecked(ask, checkStatement(ask, undefined, databases), databases);
  };
  return {
    async run(userId, statement, signal) {
      try {
        return await (await engineOf(userId)).run(userId, statement, signal);
      } catch (error) {
        if (!(error instanceof StatementFailure) || error.code !== authenticationFailed) {
          throw error;
        }
        await logins.missing(userId);
        return (await engineOf(userId)).run(userId, statement, signal);
      }
    },
    // The server itself limits the running statements of a user.
    ended: () => Promise.resolve(true),
  };
}
