import { readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { clickHouseSchema, type ClickHouseSchema } from '#adapters/clickhouse/backup/schema';
import { holdsNothing } from '#adapters/postgres/backup/load';
import { isMigrated } from '#adapters/postgres/migrate';
import { postgresSchema, type PostgresSchema } from '#adapters/postgres/backup/schema';
import { spoolFolder } from '#adapters/spool/segments';
import type { OpenInstallation, UpgradeParts } from './installation.ts';
import { unfinishedUpgrade } from './folder.ts';

/** The schemas as they are before an upgrade. */
export type SchemaState = {
  readonly postgres: PostgresSchema;
  readonly clickHouse: ClickHouseSchema;
};

/** Whether a start makes a backup before it migrates; a reason is the end of a sentence. */
export type BackupJudgement = {
  readonly schema: SchemaState;
  /** About the most that the backup takes up, in bytes. */
  readonly bytes: number;
  /** Null: the backup is made. */
  readonly notBecause: string | null;
};

const megabyte = 1024 * 1024;

/** Judges an installation; null when there is no account and no link to lose. */
export async function backupJudgement(
  { config, dataDir }: UpgradeParts,
  { engines, sql, clickHouse }: Pick<OpenInstallation, 'engines' | 'sql' | 'clickHouse'>,
): Promise<BackupJudgement | null> {
  if (!(await isMigrated(sql)) || (await holdsNothing(sql))) return null;
  const schema = {
    postgres: await postgresSchema(sql),
    clickHouse: await clickHouseSchema(engines.clickHouseUrl, clickHouse),
  };
  const bytes = schema.postgres.bytes + schema.clickHouse.bytes + bytesOfSpool(dataDir);
  const { bavail, bsize } = await statfs(dataDir);
  const reserves = 2 * config.spoolReserveMb * megabyte;
  const notBecause = refusal({
    bytes,
    limit: config.backups.upgradeBytes,
    room: bavail * bsize - reserves,
    interrupted: unfinishedUpgrade(dataDir, schema),
  });
  return { schema, bytes, notBecause };
}

type Amounts = {
  readonly bytes: number;
  readonly limit: number;
  /** What is free on the disk beside what visits may need. */
  readonly room: number;
  /** The backup of an interrupted upgrade, which went on from that state; null without one. */
  readonly interrupted: string | null;
};

/** Why no backup is made; null when one is. */
export function refusal({ bytes, limit, room, interrupted }: Amounts): string | null {
  if (limit === 0) return 'UPGRADE_BACKUP_MB is 0';
  if (interrupted !== null) {
    return `${interrupted} is the backup from before this upgrade, which was interrupted`;
  }
  if (bytes > limit) {
    return `the data has ${mb(bytes)} MB, which is more than UPGRADE_BACKUP_MB (${mb(limit)})`;
  }
  if (bytes > room) {
    return `the disk of DATA_DIR has room for ${mb(Math.max(room, 0))} MB, and the data has ${mb(bytes)} MB`;
  }
  return null;
}

/** Whole megabytes. */
export function mb(bytes: number): number {
  return Math.ceil(bytes / megabyte);
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
