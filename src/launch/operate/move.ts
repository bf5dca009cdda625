import { resolve } from 'node:path';
import { move } from '#roots/compose/backup/move';
import { summary, type Command } from './backup.ts';
import { Usage } from './usage.ts';

/** `move to-servers`, `move to-own` */
export const moveCommand: Command = async ([direction, more], { config, say }) => {
  if ((direction !== 'to-servers' && direction !== 'to-own') || more !== undefined) {
    throw new Usage('bun run move to-servers, bun run move to-own');
  }
  const dataDir = resolve(config.dataDir);
  const { manifest, differences, aside } = await move({ config, dataDir, direction });
  if (differences.length > 0) {
    for (const line of differences) say(line);
    say('The target differs from the source, which is unchanged: run the command again');
    return 1;
  }
  say(
    manifest === null
      ? 'An earlier run has moved and counted everything'
      : `Moved and counted: ${summary(manifest)}`,
  );
  say(
    aside === null
      ? 'Now start Waypost without DATABASE_URL and CLICKHOUSE_URL. The servers still have the old data.'
      : `Now start Waypost with the same DATABASE_URL and CLICKHOUSE_URL. The old data are in ${aside}.`,
  );
  return 0;
};
