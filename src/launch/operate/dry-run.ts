import { resolve } from 'node:path';
import { beforeUpgradeFolder } from '#adapters/backups/before-upgrade';
import { mb } from '#core/backup/before-upgrade';
import { planUpgrade } from '#roots/compose/upgrade';
import type { Command } from './backup.ts';

/**
 * `bun start --dry-run`: says which migrations a start would apply, and whether it would make a
 * backup before them. Does neither.
 */
export const dryRun: Command = async (_, { config, say }) => {
  const dataDir = resolve(config.dataDir);
  const { postgres, clickHouse, backup } = await planUpgrade({ config, dataDir });
  for (const [store, files] of [
    ['Postgres', postgres],
    ['ClickHouse', clickHouse],
  ] as const) {
    say(files.length === 0 ? `${store} is up to date` : `${store}: ${files.join(', ')}`);
  }
  if (backup?.notBecause === null) {
    say(
      `Before that it would make a backup in ${beforeUpgradeFolder(dataDir)}: about ${mb(backup.bytes)} MB at most`,
    );
  } else if (backup !== null) {
    say(`It would make no backup before that: ${backup.notBecause}`);
  }
  return 0;
};
