import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderStorage } from '#adapters/backups/folder-storage';
import { noSeal } from '#adapters/backups/seal';
import { backupStore } from '#adapters/backups/store';
import { appliedFiles } from '#adapters/clickhouse/backup/load';
import { dumpEvents } from '#adapters/clickhouse/backup/dump';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { lockDataDir } from '#adapters/embedded/data-dir-lock';
import {
  clearOwn,
  engines as allEngines,
  hasOwn,
  type Engine,
} from '#adapters/embedded/own-databases';
import {
  beginMove,
  endMove,
  finishMove,
  unfinishedMove,
  type Direction,
  type Move as UnfinishedMove,
} from '#adapters/embedded/unfinished-move';
import { connect } from '#adapters/postgres/connect';
import { dumpAccounts, runningInstances } from '#adapters/postgres/backup/dump';
import type { BackupStore } from '#core/backup/backup-store';
import { countsOf, differences, type Manifest } from '#core/backup/manifest';
import { takeBackup } from '#core/backup/take-backup';
import { ConfigError, type Config } from '#config';
import { systemClock as clock, version } from '#roots/compose/system';
import { startEngines, type Engines } from '#roots/compose/installation';
import { fillAccounts, fillEvents, inUse, nameOf, refuseFull, RestoreRefused } from './restore.ts';
import { timeAndChance } from './take.ts';

type MoveOptions = {
  readonly config: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>;
  readonly dataDir: string;
  readonly direction: Direction;
};

/** The result of a move. */
export type Moved = {
  /** Null when an earlier run had moved everything, and only its last step was left. */
  readonly manifest: Manifest | null;
  /** Empty when every row was copied; otherwise the move did not finish. */
  readonly differences: readonly string[];
  /**
   * The folder to which the databases of DATA_DIR were set aside; null when they are the target.
   */
  readonly aside: string | null;
};

/** The databases' addresses; the folder is the same on both sides. */
type Urls = Pick<Engines, 'postgresUrl' | 'clickHouseUrl'>;

/**
 * Moves databases while Waypost is stopped: from DATA_DIR to the servers of DATABASE_URL and
 * CLICKHOUSE_URL, or back. A database without such a variable stays in DATA_DIR. The source is only
 * read. After an interruption the same command continues: copied data is not read again, and the
 * target is emptied and filled again.
 *
 * @throws RestoreRefused when the target is not empty, and DataDirInUse while Waypost runs.
 */
export async function move({ config, dataDir, direction }: MoveOptions): Promise<Moved> {
  if (config.databaseUrl === null && config.clickhouseUrl === null) {
    throw new ConfigError(
      'DATABASE_URL, CLICKHOUSE_URL: a move needs the address of each server, in both directions',
    );
  }
  const lock = lockDataDir(dataDir);
  const aside = finishMove(dataDir);
  if (aside !== null && direction === 'to-servers') {
    lock.release();
    return { manifest: null, differences: [], aside };
  }
  const engines = await prepare({ config, dataDir, direction }).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const own = await startEngines({ config: onlyOwn(engines), dataDir }, lock);
  try {
    const servers = {
      postgresUrl: config.databaseUrl ?? '',
      clickHouseUrl: config.clickhouseUrl ?? '',
    };
    const [from, to] = direction === 'to-own' ? [servers, own] : [own, servers];
    const moved = await moveBetween({ from, to, engines }, join(dataDir, 'moving'));
    if (moved.differences.length > 0) return { ...moved, aside: null };
    await own.end();
    await rm(join(dataDir, 'moving'), { recursive: true, force: true });
    return { ...moved, aside: endMove(dataDir, { direction, engines }, clock.now()) };
  } finally {
    await own.end();
  }
}

/**
 * A configuration that starts only the databases that move; the address of one that stays is not
 * used.
 */
function onlyOwn(engines: readonly Engine[]): MoveOptions['config'] {
  return {
    databaseUrl: engines.includes('postgres') ? null : '',
    clickhouseUrl: engines.includes('clickhouse') ? null : '',
  };
}

/**
 * Refuses a target with data, unless an interrupted move of the same kind has left them. Returns the
 * databases that move.
 */
async function prepare({ config, dataDir, direction }: MoveOptions): Promise<readonly Engine[]> {
  const engines = enginesToMove({ config, dataDir, direction });
  const servers = {
    databaseUrl: engines.includes('postgres') ? config.databaseUrl : null,
    clickhouseUrl: engines.includes('clickhouse') ? config.clickhouseUrl : null,
  };
  const target = direction === 'to-own' ? 'own' : nameOf(servers);
  const begun = unfinishedMove(dataDir);
  const isAgain =
    begun?.direction === direction &&
    begun.target === target &&
    begun.engines.join() === engines.join();
  if (begun !== null && !isAgain && isForgotten(begun, { dataDir, direction, engines })) {
    throw new RestoreRefused(
      `DATA_DIR ${dataDir}: a move did not finish: run bun run move ${begun.direction} again, with the same variables`,
    );
  }
  if (direction === 'to-own') {
    if (isAgain) engines.forEach((engine) => clearOwn(dataDir, engine));
    if (engines.some((engine) => hasOwn(dataDir, engine))) {
      throw new RestoreRefused(`DATA_DIR ${dataDir} has databases of its own: remove them first`);
    }
    if (config.databaseUrl !== null) await refuseRunning(config.databaseUrl);
  } else {
    await refuseFull({ config: servers }, isAgain);
  }
  beginMove(dataDir, { direction, engines, target });
  return engines;
}

/**
 * Whether starting another move would lose the mark that this one left a database incomplete: in
 * DATA_DIR, or on a server that is not a target of the other move.
 */
function isForgotten(
  begun: UnfinishedMove,
  other: Pick<MoveOptions, 'dataDir' | 'direction'> & { readonly engines: readonly Engine[] },
): boolean {
  const { dataDir, direction, engines } = other;
  const isToServers = begun.direction === 'to-servers' && direction === 'to-servers';
  return begun.engines.some(
    (engine) => hasOwn(dataDir, engine) && !(isToServers && engines.includes(engine)),
  );
}

const known = {
  postgres: { name: 'Postgres', variable: 'DATABASE_URL' },
  clickhouse: { name: 'ClickHouse', variable: 'CLICKHOUSE_URL' },
};

/**
 * The databases whose server is configured; for a move to servers, only those that DATA_DIR still
 * contains. Refuses a database that is neither in DATA_DIR nor on a configured server: the next
 * start would create an empty one.
 */
function enginesToMove({ config, dataDir, direction }: MoveOptions): readonly Engine[] {
  const urls = { postgres: config.databaseUrl, clickhouse: config.clickhouseUrl };
  const named = allEngines.filter((engine) => urls[engine] !== null);
  const moving = named.filter((engine) => direction === 'to-own' || hasOwn(dataDir, engine));
  if (moving.length === 0) {
    const names = named.map((engine) => known[engine].name).join(' and no ');
    throw new RestoreRefused(`DATA_DIR ${dataDir} contains no ${names} that could be moved`);
  }
  const missing = allEngines.find((engine) => urls[engine] === null && !hasOwn(dataDir, engine));
  if (missing === undefined) return moving;
  const { name, variable } = known[missing];
  throw new RestoreRefused(
    `${variable}: DATA_DIR ${dataDir} contains no ${name}: set the address of its server`,
  );
}

/**
 * Refuses while other instances run, because the copy would miss data that they store meanwhile.
 */
async function refuseRunning(databaseUrl: string): Promise<void> {
  const sql = connect(databaseUrl, { connections: 1 });
  try {
    if ((await runningInstances(sql)) > 0) throw inUse();
  } finally {
    await sql.end({ timeout: 1 });
  }
}

type Between = { readonly from: Urls; readonly to: Urls; readonly engines: readonly Engine[] };

async function moveBetween(
  { from, to, engines }: Between,
  folder: string,
): Promise<Omit<Moved, 'aside'>> {
  const store = backupStore(folderStorage(folder), noSeal);
  const manifest = await copyOf({ from, engines }, store);
  const fill = { store, manifest, ledger: nothing.ledger };
  // Postgres is last, so that an interrupted run has no links.
  const events = engines.includes('clickhouse') ? await fillEvents(fill, to.clickHouseUrl) : null;
  const accounts = engines.includes('postgres') ? await fillAccounts(fill, to.postgresUrl) : null;
  const found = { ...events?.counts, ...accounts?.counts };
  return {
    manifest,
    differences: [...differences(countsOf(manifest), found), ...(events?.differences ?? [])],
  };
}

/** The (empty) copy of a database that stays. */
const nothing = { tables: [], sequences: [], migrations: [], ledger: { links: [], accounts: [] } };

/**
 * A copy of the databases that move, including the salts, because the same day continues on the
 * target.
 */
async function copyOf(
  { from, engines }: Omit<Between, 'to'>,
  store: BackupStore,
): Promise<Manifest> {
  const clickHouse = engines.includes('clickhouse')
    ? connectClickHouse(from.clickHouseUrl, 'backup')
    : null;
  const sql = engines.includes('postgres')
    ? connect(from.postgresUrl, { connections: 1, isLasting: true })
    : null;
  try {
    return await takeBackup({
      ...timeAndChance,
      version,
      store,
      spool: { copy: () => Promise.resolve([]) },
      folder: { copy: () => Promise.resolve([]) },
      events: {
        migrations: async () => (clickHouse === null ? [] : appliedFiles(clickHouse)),
        dump: async (put, earlier) =>
          clickHouse === null
            ? []
            : dumpEvents({ client: clickHouse, put, nowMs: clock.now() }, earlier),
      },
      accounts: {
        dump: async (put) => (sql === null ? nothing : dumpAccounts(sql, put, { withSalts: true })),
        othersSentUntil: () => Promise.resolve(null),
      },
      notes: [],
    })();
  } finally {
    await clickHouse?.close();
    await sql?.end({ timeout: 1 });
  }
}
