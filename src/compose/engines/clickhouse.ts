import { join } from 'node:path';
import { connectClickHouse, type ClickHouse } from '#adapters/clickhouse/connect';
import { circuitBreaker } from '#adapters/clickhouse/health/circuit-breaker';
import { watchHealth } from '#adapters/clickhouse/health/watch-health';
import {
  hasTables,
  holdsEvents,
  migrateClickHouse,
  pendingClickHouseMigrations,
} from '#adapters/clickhouse/migrate';
import { noteServer } from '#adapters/embedded/own-databases';
import { launchClickHouse } from '#adapters/embedded/clickhouse/embedded-clickhouse';
import { claimEventStore } from '#adapters/postgres/clicks/event-store-claim';
import { ConfigError } from '#config';
import type { Log } from '#core/shared/log';
import { minuteMs } from '#core/shared/time';
import {
  bringEngine,
  emptyStore,
  foreign,
  leavesBehind,
  refuseForgotten,
  untilThere,
  type EngineStart,
  type Engine,
  type EngineOptions,
  type Upgrading,
} from './engine.ts';
import type { PostgresStore } from './postgres.ts';

/**
 * ClickHouse with its tables, and a client for all parts except the drain. While the server does
 * not answer, its state is `silent` and the client's queries fail at once.
 */
export type ClickHouseStore = Engine & { readonly client: ClickHouse };

const files = join(import.meta.dir, '../../../clickhouse');

/** The ClickHouse of CLICKHOUSE_URL, or one started in `dataDir`; not migrated yet. */
export async function bringClickHouse(
  given: EngineStart,
  signal: AbortSignal,
): Promise<ClickHouseStore> {
  const { config, dataDir, log, descriptors } = given;
  if (config.clickhouseUrl !== null) return withClient(foreign(config.clickhouseUrl), log);
  refuseForgotten(given, 'CLICKHOUSE_URL', 'clickhouse');
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
  given: EngineOptions & Upgrading,
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
      (await holdsEvents(url)) && (await pendingClickHouseMigrations(url, files)).length > 0;
    if (isUpgrade) await given.upgrade.begin();
    await migrateClickHouse({ url, folder: files, exclusively });
    given.upgrade.end();
    noteServer(given.dataDir, 'clickhouse', given.config.clickhouseUrl !== null);
  });
}

/**
 * An instance with its own ClickHouse must be the only one on its Postgres: with two of them, each
 * would show a part of the numbers. Throws a `ConfigError` when another instance was first.
 */
export async function refuseSecondEventStore(
  { config, log }: EngineOptions,
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
