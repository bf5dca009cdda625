import { analystLinks } from '#adapters/clickhouse/analysts/link-copy';
import { analystEngine } from '#adapters/clickhouse/analysts/run';
import { embeddedDatabases } from '#adapters/clickhouse/analysts/databases';
import { sqlSchema } from '#adapters/clickhouse/analysts/schema';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { slots } from '#core/shared/limits/slots';
import type { Sql } from '#adapters/postgres/connect';
import { postgresChangedLinks } from '#adapters/postgres/links/changed-links';
import { type FindSession, requireRecentProof } from '#core/accounts/sign-in/session';
import { engineBudget } from '#core/analytics/sql/engine-budget';
import { engineRate, runStatement, type SqlState } from '#core/analytics/sql/run-statement';
import type { Asker } from '#core/shared/limits/asker';
import { secondMs } from '#core/shared/time';
import type { Config } from '#config';
import type { ServerSql } from './server-sql.ts';
import { systemClock as clock } from './system.ts';

type SqlParts = {
  readonly sql: Sql;
  readonly people: FindSession;
  readonly clickHouse: ClickHouse;
  /** With credentials. */
  readonly clickHouseUrl: string;
  readonly config: Pick<Config, 'analystSql' | 'clickhousePublicUrl'>;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
  /** Null with the built-in event store. */
  readonly serverSql: ServerSql | null;
};

/**
 * One statement of an account at a time, two of all accounts: the event store has as many sessions
 * for them. A client's dashboard sends many statements at once, so many may wait, each for longer
 * than the longest statement runs.
 */
const turns = {
  perKey: 1,
  total: 2,
  waitMs: 20 * secondMs,
  waitingPerKey: 20,
  waiting: 100,
};
/**
 * Results that wait for their readers, of one account and of all: they are complete, so that a slow
 * reader keeps no turn in the engine, but they take memory.
 */
const results = { ...turns, perKey: 2, total: 8, waitMs: 10 * secondMs };
/** A separate server has more capacity. */
const serverTurns = { ...turns, total: 8 };

/** SQL for accounts. */
export function composeSql(parts: SqlParts) {
  const { serverSql } = parts;
  const state = stateOf(parts);
  const budget = engineBudget(engineRate);
  const usedBy = ([userId = '']: Asker) => budget.usedMs(userId, clock.now());
  const run = runStatement({
    state,
    clock,
    budget,
    turns: slots(serverSql === null ? turns : serverTurns, usedBy),
    results: slots(results),
    ...(serverSql ?? builtIn(parts)),
  });
  const databaseOf = serverSql?.databaseOf ?? (() => embeddedDatabases.views);
  return { state, runStatement: run, schema: sqlSchema, databaseOf, direct: direct(parts) };
}

/**
 * SQL in the embedded engine, which isolates accounts by roles and row policies of its
 * configuration.
 */
function builtIn({ sql, clickHouse, clickHouseUrl, shortOrigin }: SqlParts) {
  return {
    links: analystLinks(clickHouse, postgresChangedLinks(sql, shortOrigin)),
    engine: analystEngine(clickHouseUrl),
  };
}

/** People's own connections to the operator's event store, where the operator has opened it to them. */
function direct({ people, config, serverSql }: SqlParts) {
  const url = config.clickhousePublicUrl;
  if (serverSql === null || url === null) return null;
  const { logins } = serverSql;
  const requireProof = (token: string) => requireRecentProof(people, token);
  return { url, logins, requireProof };
}

function stateOf({ config, serverSql }: SqlParts): () => Promise<SqlState> {
  return async () => {
    if (!config.analystSql) return 'off';
    if (serverSql === null) return 'on';
    return (await serverSql.isProven()) ? 'on' : 'unsupported';
  };
}
