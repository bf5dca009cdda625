import { join } from 'node:path';
import { launchPostgres } from '#adapters/embedded/postgres/embedded-postgres';
import { noteServer } from '#adapters/embedded/own-databases';
import { keepFingerprint } from '#adapters/postgres/accounts/secret-fingerprint';
import { connect, refusedLogin, type Sql } from '#adapters/postgres/connect';
import { reservedAliases } from '#adapters/postgres/links/reserved-aliases';
import { isMigrated, migrate, pendingMigrations } from '#adapters/postgres/migrate';
import { openLocks, type Locks } from '#adapters/postgres/pool/locks';
import { watchPool, type PoolWatch } from '#adapters/postgres/pool/watch-pool';
import { ConfigError } from '#config';
import type { Log } from '#core/shared/log';
import { hourMs, secondMs } from '#core/shared/time';
import { fingerprintOf, type AppSecret } from '#roots/compose/secrets';
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

/** Postgres, migrated, with a connection pool, and locks outside of that pool. */
export type PostgresStore = Engine & {
  readonly sql: Sql;
  readonly locks: Locks;
  /** What the watch of the pool has measured. */
  readonly pool: Pick<PoolWatch, 'waitMs' | 'timeouts'>;
  /** False while the server is away, and while the pool has no free connection. */
  isAnswering(): boolean;
};

const files = join(import.meta.dir, '../../../migrations');
/** A pool without a free connection within `limitMs` counts as down. */
const poolWatch = { pauseMs: secondMs, limitMs: 2 * secondMs };

/**
 * The Postgres of DATABASE_URL, or one started in `dataDir`. Resolves when it is migrated; waits
 * while it is away. Rejects when `signal` aborts, and with a `ConfigError` for another secret.
 */
export async function openPostgres(
  given: EngineStart & Upgrading & { readonly secret: AppSecret },
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
      noteServer(given.dataDir, 'postgres', given.config.databaseUrl !== null);
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
    (await isMigrated(sql)) && (await pendingMigrations(sql, files)).length > 0;
  const turn = { name: 'waypost turn: upgrade', waitMs: hourMs };
  if (!(await isUpgrade())) return void (await migrate(sql, files));
  await locks.exclusively(turn, async () => {
    if (await isUpgrade()) await upgrade.begin();
    await migrate(sql, files);
  });
}

/** Warns about aliases that this version reserves: they no longer redirect. */
async function nameReservedAliases(sql: Sql, log: Log): Promise<void> {
  const aliases = await reservedAliases(sql);
  if (aliases.length === 0) return;
  log.warn('these aliases are reserved in this version and no longer redirect', {
    aliases: aliases.join(' '),
  });
}

async function bringPostgres(given: EngineOptions): Promise<Engine> {
  const { config, dataDir, log, descriptors } = given;
  if (config.databaseUrl !== null) return foreign(config.databaseUrl);
  refuseForgotten(given, 'DATABASE_URL', 'postgres');
  return launchPostgres({ dataDir, log: (sentence) => log.info(sentence), descriptors });
}

/**
 * Refuses a secret with which the data of this database was not made: postbacks, click ids and
 * waiting mails would fail one by one. An earlier secret that is still listed is replaced by the
 * newest.
 *
 * @throws ConfigError
 */
async function refuseUnknownSecret(sql: Sql, [newest, ...earlier]: AppSecret): Promise<void> {
  const fingerprints = { own: fingerprintOf(newest), earlier: earlier.map(fingerprintOf) };
  if (await keepFingerprint(sql, fingerprints)) return;
  throw new ConfigError(
    'APP_SECRET: this database was used with another one, and all instances need the same: set that one (a generated one is in DATA_DIR/app-secret), or list it in APP_SECRET_PREVIOUS to change it; if it is lost, run bun run admin new-secret',
  );
}
