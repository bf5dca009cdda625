import { readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import {
  backupsBeforeUpgrades,
  beforeUpgradeFolder,
  beginUpgrade,
  endUpgrade,
  unfinishedUpgrade,
  writeSchema,
} from '#adapters/backups/before-upgrade';
import { clickHouseSchema } from '#adapters/clickhouse/backup/schema';
import { pendingClickHouseMigrations } from '#adapters/clickhouse/migrate';
import { holdsNothing } from '#adapters/postgres/backup/load';
import { postgresSchema } from '#adapters/postgres/backup/schema';
import { isMigrated, pendingMigrations } from '#adapters/postgres/migrate';
import { spoolFolder } from '#adapters/spool/segments';
import type { Config } from '#config';
import { whyNoBackup } from '#core/backup/before-upgrade';
import { begunBefore, outdated } from '#core/backup/retention';
import type { Log } from '#core/shared/log';
import { dayMs } from '#core/shared/time';
import { openStore } from './backup/open-store.ts';
import { runBackup } from './backup/schedule.ts';
import { takeFrom } from './backup/take.ts';
import { withInstallation, type OpenInstallation } from './installation.ts';
import { systemClock as clock } from './system.ts';

/** The steps of a start before and after it migrates databases with data. */
export type Upgrade = {
  /**
   * Backs up before the first migration. Another process with a lower priority does the work, since
   * links are redirected meanwhile. A failure is logged, and the start continues.
   */
  begin(): Promise<void>;
  /** Every migration is applied. */
  end(): void;
};

type Starting = {
  readonly dataDir: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Resolves when both databases run. */
  readonly enginesRun: Promise<unknown>;
};

/** The exit code of `backup upgrade` when it makes no backup; its output says why. */
export const skippedExitCode = 3;

export function beforeUpgrade({ dataDir, log, signal, enginesRun }: Starting): Upgrade {
  let begun: Promise<void> | null = null;
  const backUp = async (): Promise<void> => {
    await enginesRun;
    log.info('migrations are pending: checking whether a backup is needed first');
    const { code, said } = await runBackup(['upgrade'], signal);
    signal.throwIfAborted();
    if (code === 0) log.info('the start migrates now', { said });
    else if (code === skippedExitCode) log.warn('the start migrates without a backup', { said });
    else log.error('the backup before the upgrade failed: the start migrates', { code, said });
  };
  return {
    begin: () => (begun ??= backUp()),
    end: () => endUpgrade(dataDir),
  };
}

/** An installation before it is migrated. */
type Unmigrated = {
  readonly config: Pick<
    Config,
    'databaseUrl' | 'clickhouseUrl' | 'appSecret' | 's3' | 'backups' | 'spoolReserveMb'
  >;
  readonly dataDir: string;
};

/** The result of the step before an upgrade. */
export type BeforeUpgrade =
  | { readonly kind: 'nothing to lose' }
  | { readonly kind: 'skipped'; readonly because: string; readonly schema: string }
  | { readonly kind: 'done'; readonly id: string; readonly place: string; readonly bytes: number };

/** The number of backups from before upgrades that are kept. */
const kept = 3;

/**
 * Writes the current schemas to a file. If there is enough space, it also backs up the installation
 * to `DATA_DIR/before-upgrade`. An operator can restore this backup with the version that ran
 * before.
 */
export async function backUpBeforeUpgrade(parts: Unmigrated): Promise<BeforeUpgrade> {
  const { config, dataDir } = parts;
  return withInstallation(parts, async (open) => {
    const judgement = await judgeBackup(parts, open);
    if (judgement === null) return { kind: 'nothing to lose' };
    const { schema: state, notBecause } = judgement;
    const schema = writeSchema(dataDir, { schema: state, nowMs: clock.now() });
    if (notBecause !== null) return { kind: 'skipped', because: notBecause, schema };
    const { store, place } = openStore(beforeUpgradeFolder(dataDir), config);
    const { manifest, addedBytes } = await takeFrom({ config, dataDir, store }, open);
    beginUpgrade(dataDir, { backup: manifest.id, schema: state });
    const old = outdated(await store.ids(), { keep: kept, nowMs: clock.now() });
    await store.remove(old);
    return { kind: 'done', id: manifest.id, place, bytes: addedBytes };
  });
}

/** Deleted people must not stay in backups for longer. */
const keptDays = 30;

/** Removes backups from before upgrades of more than 30 days ago. Returns how many. */
export async function forgetUpgradeBackups(given: {
  readonly config: Pick<Config, 's3' | 'backups'>;
  readonly dataDir: string;
}): Promise<number> {
  const ids = backupsBeforeUpgrades(given.dataDir);
  const old = begunBefore(ids, clock.now() - keptDays * dayMs);
  if (old.length === 0) return 0;
  const { store } = openStore(beforeUpgradeFolder(given.dataDir), given.config);
  await store.remove(old);
  return old.length;
}

const root = join(import.meta.dir, '../..');

/**
 * The migrations that the next start would apply to an installation, and the backup that it would
 * make first: null when there is nothing to migrate, or nothing to lose. Changes nothing itself.
 *
 * @throws MigrationError or ChangedMigration when the data is of a newer version.
 */
export async function planUpgrade(parts: Unmigrated) {
  return withInstallation(parts, async (open) => {
    const postgres = await pendingMigrations(open.sql, join(root, 'migrations'));
    const { clickHouseUrl } = open.engines;
    const clickHouse = await pendingClickHouseMigrations(clickHouseUrl, join(root, 'clickhouse'));
    const isNeeded = postgres.length + clickHouse.length > 0;
    const backup = isNeeded ? await judgeBackup(parts, open) : null;
    return { postgres, clickHouse, backup };
  });
}

const megabyte = 1024 * 1024;

/**
 * Whether a start makes a backup before it migrates. `bytes` is an upper estimate of its size;
 * `notBecause` is null when it is made. Null when there is no account and no link to lose.
 */
async function judgeBackup(
  { config, dataDir }: Unmigrated,
  { engines, sql, clickHouse }: OpenInstallation,
) {
  if (!(await isMigrated(sql)) || (await holdsNothing(sql))) return null;
  const schema = {
    postgres: await postgresSchema(sql),
    clickHouse: await clickHouseSchema(engines.clickHouseUrl, clickHouse),
  };
  const bytes = schema.postgres.bytes + schema.clickHouse.bytes + bytesOfSpool(dataDir);
  const { bavail, bsize } = await statfs(dataDir);
  const reserves = 2 * config.spoolReserveMb * megabyte;
  const notBecause = whyNoBackup({
    bytes,
    limit: config.backups.upgradeBytes,
    room: bavail * bsize - reserves,
    interrupted: unfinishedUpgrade(dataDir, schema),
  });
  return { schema, bytes, notBecause };
}

function bytesOfSpool(dataDir: string): number {
  const folder = spoolFolder(dataDir);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:clicks|conversions)\./.test(entry.name))
    .reduce(
      (sum, { name }) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
