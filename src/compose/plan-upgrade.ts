import { join } from 'node:path';
import { pendingClickHouseMigrations } from '#adapters/clickhouse/migrate';
import { connect } from '#adapters/postgres/connect';
import { pendingMigrations } from '#adapters/postgres/migrate';
import { enginesOf, type Installation } from './backup/engines.ts';

const root = join(import.meta.dir, '../..');

/** The migrations that a start would apply, by file name. */
export type UpgradePlan = { readonly postgres: string[]; readonly clickHouse: string[] };

/**
 * What the next start would change in the databases of an installation. Changes nothing itself.
 *
 * @throws MigrationError or ChangedMigration when the data is of a newer version.
 */
export async function planUpgrade(installation: Installation): Promise<UpgradePlan> {
  const engines = await enginesOf(installation);
  try {
    const sql = connect(engines.postgresUrl, { connections: 1 });
    try {
      return {
        postgres: await pendingMigrations(sql, join(root, 'migrations')),
        clickHouse: await pendingClickHouseMigrations(
          engines.clickHouseUrl,
          join(root, 'clickhouse'),
        ),
      };
    } finally {
      await sql.end({ timeout: 1 });
    }
  } finally {
    await engines.end();
  }
}
