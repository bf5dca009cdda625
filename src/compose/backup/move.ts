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
  beginMove,
  clearOwn,
  endMove,
  finishMove,
  hasOwn,
  unfinishedMove,
  type Direction,
} from '#adapters/embedded/unfinished-move';
import { connect } from '#adapters/postgres/connect';
import { dumpAccounts, runningInstances } from '#adapters/postgres/backup/dump';
import type { BackupStore } from '#core/backup/backup-store';
import { countsOf, differences, type Manifest } from '#core/backup/manifest';
import { takeBackup } from '#core/backup/take-backup';
import { ConfigError, type Config } from '#config';
import { systemClock as clock } from '#roots/compose/system';
import { startEngines, type Engines } from './engines.ts';
import { fillDatabases, inUse, nameOf, refuseFull, RestoreRefused } from './restore.ts';
import { timeAndChance } from './time-and-chance.ts';
import { version } from './version.ts';

type Move = {
  readonly config: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>;
  readonly dataDir: string;
  readonly direction: Direction;
};

/** What a move did. */
export type Moved = {
  /** Null when an earlier run had moved everything, and only its last step was left. */
  readonly manifest: Manifest | null;
  /** Nothing when every row is there; otherwise the move did not end. */
  readonly differences: readonly string[];
  /** Where the own databases are now; null when they are the target. */
  readonly aside: string | null;
};

/** The databases' addresses; the folder is the same on both sides. */
type Urls = Pick<Engines, 'postgresUrl' | 'clickHouseUrl'>;

/**
 * Moves both databases while Waypost is stopped: from DATA_DIR to the servers of DATABASE_URL and
 * CLICKHOUSE_URL, or back. The source is only read. After an interruption the same command continues:
 * what was copied is not read again, and the target is filled anew.
 *
 * @throws RestoreRefused when the target is not empty, and DataDirInUse while Waypost runs.
 */
export async function move({ config, dataDir, direction }: Move): Promise<Moved> {
  const { databaseUrl, clickhouseUrl } = config;
  if (databaseUrl === null || clickhouseUrl === null) {
    const missing = databaseUrl === null ? 'DATABASE_URL' : 'CLICKHOUSE_URL';
    throw new ConfigError(
      `${missing}: a move needs the addresses of both servers, in both directions`,
    );
  }
  const lock = lockDataDir(dataDir);
  const aside = finishMove(dataDir);
  if (aside !== null && direction === 'to-servers') {
    lock.release();
    return { manifest: null, differences: [], aside };
  }
  try {
    await prepare({ config, dataDir, direction });
  } catch (error) {
    lock.release();
    throw error;
  }
  const own = await startEngines(
    { config: { databaseUrl: null, clickhouseUrl: null }, dataDir },
    lock,
  );
  try {
    const servers = { postgresUrl: databaseUrl, clickHouseUrl: clickhouseUrl };
    const [from, to] = direction === 'to-own' ? [servers, own] : [own, servers];
    const moved = await moveBetween(from, to, join(dataDir, 'moving'));
    if (moved.differences.length > 0) return { ...moved, aside: null };
    await own.end();
    await rm(join(dataDir, 'moving'), { recursive: true, force: true });
    return { ...moved, aside: endMove(dataDir, direction, clock.now()) };
  } finally {
    await own.end();
  }
}

/** Refuses a target with data, unless an interrupted move of the same kind has left them. */
async function prepare({ config, dataDir, direction }: Move): Promise<void> {
  const target = direction === 'to-own' ? 'own' : nameOf(config);
  const begun = unfinishedMove(dataDir);
  const isAgain = begun?.direction === direction && begun.target === target;
  if (direction === 'to-own') {
    if (isAgain) clearOwn(dataDir);
    if (hasOwn(dataDir)) {
      throw new RestoreRefused(`DATA_DIR ${dataDir} has databases of its own: remove them first`);
    }
    await refuseRunning(config.databaseUrl ?? '');
  } else {
    if (!hasOwn(dataDir)) {
      throw new RestoreRefused(`DATA_DIR ${dataDir} has no databases that could be moved`);
    }
    await refuseFull({ config }, isAgain);
  }
  beginMove(dataDir, direction, target);
}

/** What another instance stores during the copy would be missing. */
async function refuseRunning(databaseUrl: string): Promise<void> {
  const sql = connect(databaseUrl, { connections: 1 });
  try {
    if ((await runningInstances(sql)) > 0) throw inUse();
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function moveBetween(from: Urls, to: Urls, folder: string): Promise<Omit<Moved, 'aside'>> {
  const store = backupStore(folderStorage(folder), noSeal);
  const manifest = await copyOf(from, store);
  const ledger = { links: [], accounts: [] };
  const found = await fillDatabases({ store, manifest, ledger }, to);
  return {
    manifest,
    differences: [...differences(countsOf(manifest), found.counts), ...found.differences],
  };
}

/** A copy of both databases: with the salts, because they go on with the same day. */
async function copyOf(from: Urls, store: BackupStore): Promise<Manifest> {
  const clickHouse = connectClickHouse(from.clickHouseUrl, 'backup');
  const sql = connect(from.postgresUrl, { connections: 1, isLasting: true });
  try {
    return await takeBackup({
      ...timeAndChance,
      version,
      store,
      spool: { copy: () => Promise.resolve([]) },
      folder: { copy: () => Promise.resolve([]) },
      events: {
        migrations: () => appliedFiles(clickHouse),
        dump: (put, earlier) =>
          dumpEvents({ client: clickHouse, put, nowMs: clock.now() }, earlier),
      },
      accounts: {
        dump: (put) => dumpAccounts(sql, put, { withSalts: true }),
        othersSentUntil: () => Promise.resolve(null),
      },
      notes: [],
    })();
  } finally {
    await clickHouse.close();
    await sql.end({ timeout: 1 });
  }
}
