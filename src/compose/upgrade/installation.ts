import { connectClickHouse } from '#adapters/clickhouse/connect';
import { connect, type Sql } from '#adapters/postgres/connect';
import { openLocks, type Locks } from '#adapters/postgres/pool/locks';
import type { Config } from '#config';
import { enginesOf, type Engines } from '#roots/compose/backup/engines';

/** An installation before it is migrated. */
export type UpgradeParts = {
  readonly config: Pick<
    Config,
    'databaseUrl' | 'clickhouseUrl' | 'appSecret' | 's3' | 'backups' | 'spoolReserveMb'
  >;
  readonly dataDir: string;
};

/** The open databases of an installation. */
export type OpenInstallation = {
  readonly engines: Engines;
  readonly sql: Sql;
  readonly locks: Locks;
  readonly clickHouse: ReturnType<typeof connectClickHouse>;
};

/** Runs the work with the databases of an installation, running or not, and closes them. */
export async function withInstallation<T>(
  parts: UpgradeParts,
  work: (open: OpenInstallation) => Promise<T>,
): Promise<T> {
  const engines = await enginesOf(parts);
  const sql = connect(engines.postgresUrl, { connections: 2, isLasting: true });
  const locks = openLocks(engines.postgresUrl);
  const clickHouse = connectClickHouse(engines.clickHouseUrl);
  try {
    return await work({ engines, sql, locks, clickHouse });
  } finally {
    await Promise.all([locks.close(), sql.end({ timeout: 1 }), clickHouse.close()]);
    await engines.end();
  }
}
