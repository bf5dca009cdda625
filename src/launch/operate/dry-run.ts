import { resolve } from 'node:path';
import { planUpgrade } from '#roots/compose/plan-upgrade';
import type { Command } from './backup.ts';

/** `bun start --dry-run`: says which migrations a start would apply, and applies none. */
export const dryRun: Command = async (_, { config, say }) => {
  const { postgres, clickHouse } = await planUpgrade({ config, dataDir: resolve(config.dataDir) });
  for (const [store, files] of [
    ['Postgres', postgres],
    ['ClickHouse', clickHouse],
  ] as const) {
    say(files.length === 0 ? `${store} is up to date` : `${store}: ${files.join(', ')}`);
  }
  return 0;
};
