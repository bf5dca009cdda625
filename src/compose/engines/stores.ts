import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { circuitBreaker } from '#adapters/clickhouse/health/circuit-breaker';
import { connectClickHouse, type ClickHouse } from '#adapters/clickhouse/connect';
import { watchHealth } from '#adapters/clickhouse/health/watch-health';
import {
  hasTables,
  holdsEvents,
  migrateClickHouse,
  pendingClickHouseMigrations,
} from '#adapters/clickhouse/migrate';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { launchClickHouse } from '#adapters/embedded/clickhouse/embedded-clickhouse';
import { launchPostgres } from '#adapters/embedded/postgres/embedded-postgres';
import { connect, isPostgresOutage, refusedLogin, type Sql } from '#adapters/postgres/connect';
import { claimEventStore } from '#adapters/postgres/clicks/event-store-claim';
import { isMigrated, migrate, pendingMigrations } from '#adapters/postgres/migrate';
import { reservedAliases } from '#adapters/postgres/links/reserved-aliases';
import { openLocks, type Locks } from '#adapters/postgres/pool/locks';
import { watchPool, type PoolWatch } from '#adapters/postgres/pool/watch-pool';
import type { Descriptors } from '#core/shared/descriptors';
import { faultFields, type Log } from '#core/shared/log';
import { hourMs, minuteMs, secondMs } from '#core/shared/time';
import { ConfigError, type Config } from '#config';
import type { Upgrade } from '#roots/compose/upgrade';
import type { AppSecret } from '#roots/compose/secrets';
import { bringEngine } from './bring-engine.ts';
import { refuseUnknownSecret } from './known-secret.ts';

type Given = {
  readonly config: Config;
  readonly dataDir: string;
  readonly log: Log;
  readonly descriptors: Descriptors;
};
/**
 * `isPatient`: links can be redirected already, so starting an own engine is retried until it
 * works.
 */
type Bringing = Given & { readonly isPatient: boolean };
type Upgrading = { readonly upgrade: Upgrade };
type Signing = { readonly secret: AppSecret };
type EngineState = 'ready' | 'restarting' | 'silent' | 'stopped';

/** A database server: our own, or an external one. */
type Engine = {
  /** With credentials. */
  readonly url: string;
  state(): EngineState;
  stop(): Promise<void>;
};

/** Postgres, migrated, with a connection pool, and locks outside of that pool. */
export type PostgresStore = Engine & {
  readonly sql: Sql;
  readonly locks: Locks;
  /** What the pool's own queries show. */
  readonly pool: Pick<PoolWatch, 'waitMs' | 'timeouts'>;
  /** False while the server is away, and while the pool has no free connection. */
  isAnswering(): boolean;
};

/**
 * ClickHouse with its tables, and a client for everybody but the drain. While the server does not
 * answer, its state is `silent` and the client's queries fail at once.
 */
export type ClickHouseStore = Engine & { readonly client: ClickHouse };

const postgresFiles = join(import.meta.dir, '../../../migrations');
const clickHouseFiles = join(import.meta.dir, '../../../clickhouse');
/** Retry interval for a store that is away at the start. */
const retryMs = secondMs;
/** A pool without a free connection within `limitMs` counts as down. */
const poolWatch = { pauseMs: secondMs, limitMs: 2 * secondMs };

/**
 * The Postgres of DATABASE_URL, or one started in `dataDir`. Resolves when it is migrated; waits
 * while it is away. Rejects when `signal` aborts, and with a `ConfigError` for another secret.
 */
export async function openPostgres(
  given: Bringing & Upgrading & Signing,
  signal: AbortSignal,
): Promise<PostgresStore> {
  const engine = await bringEngine({ ...given, engine: 'Postgres', signal }, () =>
    bringPostgres(given),
  );
  const sql = connect(engine.url);
  const locks = openLocks(engine.url);
  const stop = async (): Promise<void> => {
    await Promise.all([sql.end({ timeout: 1 }), locks.close()]);
    await engine.stop();
  };
  try {
    await untilThere({ store: 'Postgres', log: given.log, signal }, async () => {
      if (leavesBehind(given, 'databaseUrl', 'postgres') && !(await isMigrated(sql))) {
        throw emptyStore('DATABASE_URL');
      }
      await migrateAccounts(given, { sql, locks });
      await refuseUnknownSecret(sql, given.secret);
      await nameReservedAliases(sql, given.log);
    });
  } catch (error) {
    await stop();
    const refusal = given.config.databaseUrl === null ? null : refusedLogin(error);
    throw refusal === null ? error : new ConfigError(`DATABASE_URL: ${refusal}`);
  }
  const pool = watchPool(sql, poolWatch);
  return {
    url: engine.url,
    state: engine.state,
    sql,
    locks,
    pool,
    isAnswering: () => engine.state() === 'ready' && pool.isAnswering(),
    stop() {
      pool.stop();
      return stop();
    },
  };
}

/** Instances that start at once take turns, so that no backup sees the migrations of another one. */
async function migrateAccounts(
  { upgrade }: Upgrading,
  { sql, locks }: Pick<PostgresStore, 'sql' | 'locks'>,
): Promise<void> {
  const isUpgrade = async () =>
    (await isMigrated(sql)) && (await pendingMigrations(sql, postgresFiles)).length > 0;
  const turn = { name: 'waypost turn: upgrade', waitMs: hourMs };
  if (!(await isUpgrade())) return void (await migrate(sql, postgresFiles));
  await locks.exclusively(turn, async () => {
    if (await isUpgrade()) await upgrade.begin();
    await migrate(sql, postgresFiles);
  });
}

/** A new version may reserve words that were free before. */
async function nameReservedAliases(sql: Sql, log: Log): Promise<void> {
  const aliases = await reservedAliases(sql);
  if (aliases.length === 0) return;
  log.warn('these aliases are reserved in this version and no longer redirect', {
    aliases: aliases.join(' '),
  });
}

async function bringPostgres({ config, dataDir, log, descriptors }: Given): Promise<Engine> {
  if (config.databaseUrl !== null) return foreign(config.databaseUrl);
  return launchPostgres({ dataDir, log: (sentence) => log.info(sentence), descriptors });
}

/** The ClickHouse of CLICKHOUSE_URL, or one started in `dataDir`; not migrated yet. */
export async function bringClickHouse(
  given: Bringing,
  signal: AbortSignal,
): Promise<ClickHouseStore> {
  const { config, dataDir, log, descriptors } = given;
  if (config.clickhouseUrl !== null) return withClient(foreign(config.clickhouseUrl), log);
  const own = await bringEngine({ ...given, engine: 'ClickHouse', signal }, () =>
    launchClickHouse({ dataDir, log: (sentence) => log.info(sentence), descriptors }),
  );
  const url = new URL('/waypost', own.url);
  url.username = own.user;
  url.password = own.password;
  return withClient({ url: url.href, state: own.state, stop: own.stop }, log);
}

function withClient(engine: Engine, log: Log): ClickHouseStore {
  const breaker = circuitBreaker(connectClickHouse(engine.url));
  const stopWatch = watchHealth({
    url: engine.url,
    onChange(isUp) {
      if (isUp) breaker.close();
      else breaker.open();
      if (isUp) log.info('ClickHouse answers again');
      else log.warn('ClickHouse does not answer: lists come without totals, analytics wait');
    },
  });
  return {
    ...engine,
    client: breaker.client,
    state: () => (engine.state() === 'ready' && breaker.isOpen() ? 'silent' : engine.state()),
    async stop() {
      await stopWatch();
      await breaker.client.close();
      await engine.stop();
    },
  };
}

/** Resolves when ClickHouse has its tables; waits while it is away. */
export async function migrateEvents(
  given: Given & Upgrading,
  { postgres, clickHouse }: { postgres: PostgresStore; clickHouse: ClickHouseStore },
  signal: AbortSignal,
): Promise<void> {
  const turn = { name: 'waypost turn: ClickHouse migrations', waitMs: minuteMs };
  const exclusively = (work: () => Promise<void>) => postgres.locks.exclusively(turn, work);
  await untilThere({ store: 'ClickHouse', log: given.log, signal }, async () => {
    const { url } = clickHouse;
    if (leavesBehind(given, 'clickhouseUrl', 'clickhouse') && !(await hasTables(url))) {
      throw emptyStore('CLICKHOUSE_URL');
    }
    const isUpgrade =
      (await holdsEvents(url)) &&
      (await pendingClickHouseMigrations(url, clickHouseFiles)).length > 0;
    if (isUpgrade) await given.upgrade.begin();
    await migrateClickHouse({ url, folder: clickHouseFiles, exclusively });
    given.upgrade.end();
  });
}

/**
 * An instance with its own ClickHouse must be the only one on its Postgres: with two of them, each
 * would show a part of the numbers. Throws a `ConfigError` when another instance was first.
 */
export async function refuseSecondEventStore(
  { config, log }: Given,
  { url }: Pick<PostgresStore, 'url'>,
  signal: AbortSignal,
) {
  if (config.clickhouseUrl !== null) return { release: () => Promise.resolve() };
  const claim = await untilThere({ store: 'Postgres', log, signal }, () =>
    claimEventStore(url, () =>
      log.error('another instance stores events of this database in its own ClickHouse'),
    ),
  );
  if (claim.isOurs) return claim;
  await claim.release();
  throw new ConfigError(
    'CLICKHOUSE_URL: another Waypost stores the events of this DATABASE_URL in its own ClickHouse; give all instances the same CLICKHOUSE_URL',
  );
}

/** Whether an external server is configured although `dataDir` contains an own one from before. */
function leavesBehind(
  { config, dataDir }: Given,
  variable: 'databaseUrl' | 'clickhouseUrl',
  folder: string,
): boolean {
  return config[variable] !== null && existsSync(join(dataDir, folder));
}

/** To the operator, continuing would look like the loss of every account, link and click. */
function emptyStore(variable: string): ConfigError {
  return new ConfigError(
    `${variable}: the server is empty while DATA_DIR contains the data of earlier runs; move that data to the servers by bun run move to-servers, or set another DATA_DIR`,
  );
}

function foreign(url: string): Engine {
  return { url, state: () => 'ready', stop: () => Promise.resolve() };
}

/** Retries while the store is away; throws every other failure. */
async function untilThere<T>(
  { store, log, signal }: { store: string; log: Log; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isPostgresOutage(error) && !isClickHouseOutage(error)) throw error;
      if (isFirst) log.warn(`${store} is not available: waiting for it`, faultFields(error));
      await Bun.sleep(retryMs);
    }
  }
}
