import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { auditTrail } from '#adapters/http/frame/audit-trail';
import { gatewayRoutes } from '#adapters/http/analytics/sql/gateway';
import { sqlRoutes } from '#adapters/http/analytics/sql/sql';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { connect } from '#adapters/postgres/connect';
import { openLocks } from '#adapters/postgres/pool/locks';
import type { AuditEntry } from '#core/accounts/audit';
import type { KeyHolder } from '#core/accounts/key-ports';
import { openServerSql } from '#roots/compose/server-sql';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { sha256, systemClock } from '#roots/compose/system';
import { noBans } from '#tests/support/builders/people';
import { composeSql } from '#roots/compose/sql';
import { memoryLog } from '#tests/support/calls';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { serveApp } from '#tests/support/worlds/serve-app';
import { sqlEngine } from './sql-engine.ts';

const appUrl = 'http://localhost:3000';
const shortOrigin = 'https://go.example';

/** SQL for accounts, served on a port over the real stores; a person's id is its cookie. */
export async function sqlWorld() {
  const [engine, database] = await Promise.all([sqlEngine('isolated'), testDatabase(schema)]);
  const sql = connect(database.url);
  const locks = openLocks(database.url);
  const { people, session } = peopleByCookie();
  const keys = new Map<string, KeyHolder>();
  const findKey = async (text: string) => keys.get(text) ?? null;
  const noted: AuditEntry[] = [];
  const log = memoryLog();

  const open = (
    config: Parameters<typeof composeSql>[0]['config'],
    serverSql: Parameters<typeof composeSql>[0]['serverSql'] = null,
  ) => {
    const audit = auditTrail({
      record: (entry) => void noted.push(entry),
      addressOf: () => '192.0.2.7',
      keepsNetworks: true,
      clock: { now: Date.now },
    });
    const parts = composeSql({
      sql,
      people: { sessions: postgresSessions(sql, noBans), digest: sha256, clock: systemClock },
      clickHouse: engine.client,
      clickHouseUrl: engine.url,
      config,
      shortOrigin,
      serverSql,
    });
    const app = frame({ appUrl, log, isOutage: isClickHouseOutage, audit });
    app
      .use(mounted({ session }, sqlRoutes({ ...parts, session, appUrl })))
      .use(gatewayRoutes({ findKey, addressOf: () => '' }, parts.runStatement));
    return serveApp((request) => app.fetch(request));
  };
  const server = open({ analystSql: true, clickhousePublicUrl: null });

  return {
    engine,
    sql,
    people,
    keys,
    noted,
    log,
    open,
    /** SQL on a server, for `open`. */
    onServer: (server: { readonly client: ClickHouse; readonly url: string }, isOn = true) =>
      openServerSql({
        sql,
        locks,
        log,
        config: { analystSql: isOn },
        origins: { shortUrl: shortOrigin },
        secret: ['s'.repeat(32)],
        clickHouse: server.client,
        clickHouseUrl: server.url,
      }),
    url: new URL('/clickhouse', server.url).href,
    site: server.url,
    async [Symbol.asyncDispose]() {
      await server.stop(true);
      await sql.end();
      await locks.close();
      await database.drop();
      await engine[Symbol.asyncDispose]();
    },
  };
}
