import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '#adapters/backups/data-folder';
import { compareEvents, holdsNoEvents, loadEvents } from '#adapters/clickhouse/backup/load';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { hasTables, migrateClickHouse, migrationFiles } from '#adapters/clickhouse/migrate';
import { openDataDir } from '#adapters/embedded/data-dir';
import { lockDataDir } from '#adapters/embedded/data-dir-lock';
import {
  beginRestore,
  endRestore,
  isEmptyDataDir,
  isRestoreUnfinished,
  unfinishedRestore,
} from '#adapters/embedded/unfinished-restore';
import { connect } from '#adapters/postgres/connect';
import { runningInstances } from '#adapters/postgres/backup/dump';
import { holdsNothing, knownPictures, loadAccounts } from '#adapters/postgres/backup/load';
import { migrate } from '#adapters/postgres/migrate';
import { DamagedBackup, type BackupStore } from '#core/backup/backup-store';
import { countsOf, differences, filesOf, type Ledger, type Manifest } from '#core/backup/manifest';
import { databaseHosts, withFirstHost } from '#core/shared/database-url';
import { ConfigError } from '#config';
import { startEngines, type Installation } from '#roots/compose/installation';

/**
 * The target is not empty, or the backup cannot be used with this version. Nothing was changed.
 * Exit with 78.
 */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

const postgresFiles = join(import.meta.dir, '../../../migrations');
const clickHouseFiles = join(import.meta.dir, '../../../clickhouse');

type Restore = Installation & { readonly store: BackupStore; readonly manifest: Manifest };

/**
 * Restores a backup into an empty DATA_DIR and into empty databases. Returns the counts that differ
 * from the manifest: none when everything is there. A restore that was interrupted starts again
 * from the beginning; until it has finished, Waypost does not start on this folder.
 *
 * @throws RestoreRefused
 */
export async function restore(given: Restore): Promise<string[]> {
  const { config, dataDir, manifest } = given;
  await refuseNewer(manifest);
  if (!isRestoreUnfinished(dataDir) && !isEmptyDataDir(dataDir)) {
    throw new RestoreRefused(`DATA_DIR ${dataDir} is not empty: a restore needs an empty one`);
  }
  openDataDir(dataDir, {
    ownServers: config.databaseUrl === null || config.clickhouseUrl === null,
  });
  const lock = lockDataDir(dataDir);
  const target = nameOf(config);
  const isAgain = unfinishedRestore(dataDir) === target;
  await refuseFull(given, isAgain).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  beginRestore(dataDir, target);
  const engines = await startEngines({ config, dataDir }, lock);
  try {
    const different = await fill(given, engines);
    if (different.length === 0) endRestore(dataDir);
    return different;
  } finally {
    await engines.end();
  }
}

/**
 * Checks the checksum of every file, then restores the backup into a scratch folder with real
 * databases and compares all counts. Returns the problems; none when the backup is good.
 */
export async function verify(store: BackupStore, manifest: Manifest): Promise<string[]> {
  const problems: string[] = [];
  for (const file of filesOf(manifest)) {
    await store.check(file).catch((error: unknown) => {
      if (!(error instanceof DamagedBackup)) throw error;
      problems.push(error.message);
    });
  }
  if (problems.length > 0) return problems;

  const scratch = await mkdtemp(join(tmpdir(), 'waypost-verify-'));
  try {
    const config = { databaseUrl: null, clickhouseUrl: null };
    return await restore({ config, dataDir: scratch, store, manifest });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Fills migrated databases and the folder; the ledger is the newest one of the store. */
async function fill(
  { dataDir, store, manifest }: Restore,
  urls: { readonly postgresUrl: string; readonly clickHouseUrl: string },
): Promise<string[]> {
  const ledger = await store.ledger();
  // Postgres is last, so that an interrupted run has no links.
  const events = await fillEvents({ store, manifest }, urls.clickHouseUrl);
  const accounts = await fillAccounts({ store, manifest, ledger }, urls.postgresUrl);
  const files = manifest.files.filter(({ path }) => isStillKept(path, accounts.pictures));
  await writeFiles(dataDir, { files, get: store.get });
  const lines = countsOf(manifest)['spool lines'] ?? 0;
  const found = { ...events.counts, ...accounts.counts, 'spool lines': lines };
  return [...differences(countsOf(manifest), found), ...events.differences];
}

/**
 * False for a picture that Postgres does not know: it was removed while the backup was made, perhaps
 * with its account, and nothing would ever remove it again.
 */
function isStillKept(path: string, pictures: ReadonlySet<string>): boolean {
  const [, key] = /^objects\/(.+)\.jpg$/.exec(path) ?? [];
  return key === undefined || pictures.has(key);
}

type Fill = {
  readonly store: BackupStore;
  readonly manifest: Manifest;
  readonly ledger: Ledger;
};

/** The rows of each table, named as in `countsOf`. */
type Filled = { readonly counts: Record<string, number> };

/** Fills ClickHouse, and compares it with the backup. */
export async function fillEvents(
  { store, manifest }: Omit<Fill, 'ledger'>,
  url: string,
): Promise<Filled & { readonly differences: readonly string[] }> {
  await migrateClickHouse({
    url,
    folder: clickHouseFiles,
    exclusively: (work) => work(),
    only: manifest.migrations.clickhouse,
  });
  const clickHouse = connectClickHouse(url, 'backup');
  try {
    await loadEvents(clickHouse, { events: manifest.events, get: store.get });
    return await compareEvents(clickHouse, manifest);
  } finally {
    await clickHouse.close();
  }
}

/** Fills Postgres, in one transaction. */
export async function fillAccounts(
  { store, manifest, ledger }: Fill,
  url: string,
): Promise<Filled & { readonly pictures: ReadonlySet<string> }> {
  const { accounts, startedAt, migrations } = manifest;
  const sql = connect(url, { connections: 1, isLasting: true });
  try {
    await migrate(sql, postgresFiles, migrations.postgres);
    const rows = await loadAccounts(sql, { accounts, startedAt, ledger, get: store.get });
    const counts: Record<string, number> = {};
    for (const [table, count] of Object.entries(rows)) counts[`postgres ${table}`] = count;
    return { counts, pictures: await knownPictures(sql) };
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** A backup of a newer version has migrations that this one does not know. */
async function refuseNewer({ id, version, migrations }: Manifest): Promise<void> {
  const known = [
    ...(await migrationFiles(postgresFiles)),
    ...(await migrationFiles(clickHouseFiles)),
  ];
  const unknown = [...migrations.postgres, ...migrations.clickhouse].find(
    (name) => !known.includes(name),
  );
  if (unknown === undefined) return;
  throw new RestoreRefused(
    `the backup ${id} is of a newer Waypost (${version}, ${unknown}): restore it with that version`,
  );
}

/**
 * Refuses servers with data. `isAgain`: an interrupted attempt with the same servers may have left
 * some, and no Waypost has started on them since.
 */
export async function refuseFull(
  { config }: Pick<Installation, 'config'>,
  isAgain: boolean,
): Promise<void> {
  if (config.databaseUrl !== null) {
    const sql = connect(config.databaseUrl, { connections: 1 });
    try {
      if (!isAgain && !(await holdsNothing(sql))) throw full('DATABASE_URL');
      if ((await runningInstances(sql)) > 0) throw inUse();
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
  if (config.clickhouseUrl === null || isAgain || !(await hasTables(config.clickhouseUrl))) return;
  const clickHouse = connectClickHouse(config.clickhouseUrl);
  try {
    if (!(await holdsNoEvents(clickHouse))) throw full('CLICKHOUSE_URL');
  } finally {
    await clickHouse.close();
  }
}

/** Refuses servers that a running Waypost uses. */
export function inUse(): RestoreRefused {
  return new RestoreRefused('DATABASE_URL: another Waypost uses these servers: stop it first');
}

function full(variable: string): RestoreRefused {
  return new RestoreRefused(`${variable}: the server is not empty: a restore needs an empty one`);
}

/** The databases without their credentials. */
export function nameOf({ databaseUrl, clickhouseUrl }: Installation['config']): string {
  return [databaseUrl, clickhouseUrl]
    .map((url) => (url === null ? 'own' : placeOf(url)))
    .join('\n');
}

function placeOf(text: string): string {
  const url = withFirstHost(text);
  if (url === null) throw new ConfigError('the address of a server is malformed');
  return `${databaseHosts(text).join(',')}${url.pathname}`;
}
