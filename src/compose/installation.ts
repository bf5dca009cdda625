import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { launchClickHouse } from '#adapters/embedded/clickhouse/embedded-clickhouse';
import { readAccessRecord } from '#adapters/embedded/clickhouse/record';
import { DataDirInUse, lockDataDir, type DataDirLock } from '#adapters/embedded/data-dir-lock';
import { readAccess } from '#adapters/embedded/postgres/cluster';
import { launchPostgres } from '#adapters/embedded/postgres/embedded-postgres';
import { urlOf } from '#adapters/embedded/postgres/orphan';
import { connect, type Sql } from '#adapters/postgres/connect';
import { openLocks, type Locks } from '#adapters/postgres/pool/locks';
import { ConfigError, type Config } from '#config';

/** The databases of an installation, for a command beside it. */
export type Engines = {
  readonly postgresUrl: string;
  readonly clickHouseUrl: string;
  /** Ends what this command started. */
  end(): Promise<void>;
};

export type Installation = {
  readonly config: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>;
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
  installation: Installation,
  work: (open: OpenInstallation) => Promise<T>,
): Promise<T> {
  const engines = await enginesOf(installation);
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

/**
 * The databases of the Waypost of `dataDir`: those of the running one, by the ports and passwords
 * that it keeps there, and otherwise its own ones, started for this command.
 *
 * @throws ConfigError when there is no installation.
 */
export async function enginesOf(installation: Installation): Promise<Engines> {
  const { config, dataDir } = installation;
  const isOwn = config.databaseUrl === null || config.clickhouseUrl === null;
  if (
    isOwn &&
    !existsSync(join(dataDir, config.databaseUrl === null ? 'postgres' : 'clickhouse'))
  ) {
    throw new ConfigError(`DATA_DIR: ${dataDir} contains no data of Waypost`);
  }
  const lock = lockUnlessRunning(dataDir);
  if (lock !== null) return startEngines(installation, lock);
  return {
    postgresUrl: config.databaseUrl ?? runningPostgres(dataDir),
    clickHouseUrl: config.clickhouseUrl ?? (await runningClickHouse(dataDir)),
    end: () => Promise.resolve(),
  };
}

/**
 * Starts the databases that DATA_DIR contains, or creates them there; external ones are only named.
 */
export async function startEngines(
  { config, dataDir }: Installation,
  lock: DataDirLock,
): Promise<Engines> {
  const quiet = { dataDir, log: () => {} };
  const ends: (() => Promise<void>)[] = [];
  const end = async () => {
    await Promise.all(ends.map((each) => each()));
    lock.release();
  };
  try {
    const [postgresUrl, clickHouseUrl] = await Promise.all([
      config.databaseUrl ?? ownPostgres(),
      config.clickhouseUrl ?? ownClickHouse(),
    ]);
    return { postgresUrl, clickHouseUrl, end };
  } catch (error) {
    await end();
    throw error;
  }

  async function ownPostgres(): Promise<string> {
    const { url, stop } = await launchPostgres(quiet);
    ends.push(stop);
    return url;
  }

  async function ownClickHouse(): Promise<string> {
    const { url, user, password, stop } = await launchClickHouse(quiet);
    ends.push(stop);
    return withLogin(url, user, password);
  }
}

function lockUnlessRunning(dataDir: string): DataDirLock | null {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof DataDirInUse) return null;
    throw error;
  }
}

function runningPostgres(dataDir: string): string {
  const { port, password } = readAccess(dataDir);
  if (port === undefined) throw new ConfigError(`DATA_DIR: the Postgres in ${dataDir} is starting`);
  return urlOf(port, password);
}

async function runningClickHouse(dataDir: string): Promise<string> {
  const { port, user, password } = await readAccessRecord(dataDir);
  return withLogin(`http://127.0.0.1:${port}`, user, password);
}

function withLogin(server: string, user: string, password: string): string {
  const url = new URL('/waypost', server);
  url.username = user;
  url.password = password;
  return url.href;
}
