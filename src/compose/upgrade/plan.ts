import { join } from 'node:path';
import { pendingClickHouseMigrations } from '#adapters/clickhouse/migrate';
import { pendingMigrations } from '#adapters/postgres/migrate';
import { backupJudgement, type BackupJudgement } from './judge-backup.ts';
import { withInstallation, type UpgradeParts } from './installation.ts';

const root = join(import.meta.dir, '../../..');

/** What a start would do: the backup that it makes first, and the migrations, by file name. */
export type UpgradePlan = {
  readonly postgres: string[];
  readonly clickHouse: string[];
  /** Null: there is nothing to migrate, or nothing to lose. */
  readonly backup: BackupJudgement | null;
};

/**
 * What the next start would change in the databases of an installation. Changes nothing itself.
 *
 * @throws MigrationError or ChangedMigration when the data is of a newer version.
 */
export async function planUpgrade(parts: UpgradeParts): Promise<UpgradePlan> {
  return withInstallation(parts, async (open) => {
    const postgres = await pendingMigrations(open.sql, join(root, 'migrations'));
    const { clickHouseUrl } = open.engines;
    const clickHouse = await pendingClickHouseMigrations(clickHouseUrl, join(root, 'clickhouse'));
    const isNeeded = postgres.length + clickHouse.length > 0;
    const backup = isNeeded ? await backupJudgement(parts, open) : null;
    return { postgres, clickHouse, backup };
  });
}
