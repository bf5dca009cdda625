import { analystLinks } from '#adapters/clickhouse/analysts/link-copy';
import { analystEngine } from '#adapters/clickhouse/analysts/run';
import { sqlSchema } from '#adapters/clickhouse/analysts/schema';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { slots } from '#adapters/http/heavy/slots';
import type { Sql } from '#adapters/postgres/connect';
import { postgresSavedStatements } from '#adapters/postgres/analytics/saved-statements';
import { postgresChangedLinks } from '#adapters/postgres/links/changed-links';
import { savedStatements } from '#core/analytics/saved/saved-statements';
import { runStatement, type SqlState } from '#core/analytics/sql/run-statement';
import { secondMs } from '#core/shared/time';
import type { Config } from '#config';
import { newId, systemClock as clock } from '#roots/compose/system';

type SqlParts = {
  readonly sql: Sql;
  readonly clickHouse: ClickHouse;
  /** With credentials. Statements of accounts go to the embedded event store alone. */
  readonly clickHouseUrl: string;
  readonly config: Pick<Config, 'analystSql' | 'clickhouseUrl'>;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
};

/**
 * One statement of an account at a time, two of all accounts: the event store has as many sessions
 * for them. A dashboard of a client asks many questions at once, so many may wait.
 */
const turns = {
  perKey: 1,
  total: 2,
  waitMs: 10 * secondMs,
  waitingPerKey: 20,
  waiting: 100,
};

/** SQL for accounts. */
export function composeSql({ sql, clickHouse, clickHouseUrl, config, shortOrigin }: SqlParts) {
  const state = stateOf(config);
  const run = runStatement({
    ...{ state, clock },
    turns: slots(turns),
    links: analystLinks(clickHouse, postgresChangedLinks(sql, shortOrigin)),
    engine: analystEngine(clickHouseUrl),
  });
  const saved = savedStatements({ clock, newId, statements: postgresSavedStatements(sql) });
  return { state, runStatement: run, schema: sqlSchema, saved };
}

/** Only the embedded engine has the roles and row policies that keep accounts apart. */
function stateOf({ analystSql, clickhouseUrl }: SqlParts['config']): SqlState {
  if (!analystSql) return 'off';
  return clickhouseUrl === null ? 'on' : 'unsupported';
}
