import { resolve } from 'node:path';
import { move } from '#roots/compose/backup/move';
import { summary, type Command } from './backup.ts';
import { Usage } from './usage.ts';

/** `move to-servers`, `move to-own` */
export const moveCommand: Command = async ([direction, more], { config, say }) => {
  if ((direction !== 'to-servers' && direction !== 'to-own') || more !== undefined) {
    throw new Usage(
      'bun run move to-servers, bun run move to-own; DATABASE_URL moves Postgres, CLICKHOUSE_URL moves ClickHouse',
    );
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
  const variables = [
    ...(config.databaseUrl === null ? [] : ['DATABASE_URL']),
    ...(config.clickhouseUrl === null ? [] : ['CLICKHOUSE_URL']),
  ].join(' and ');
  say(
    aside === null
      ? `Now start Waypost without ${variables}. The source still has the old data.`
      : `Now start Waypost with the same ${variables}. The old data are in ${aside}.`,
  );
  return 0;
};
