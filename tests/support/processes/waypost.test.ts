import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { isRunning } from './processes.ts';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';
import { startWaypost } from './waypost.ts';

test('a Waypost that does not start in time is ended with all that it started', async () => {
  using folder = tempFolder();
  const entry = join(folder.path, 'never-ready.ts');
  const pids = join(folder.path, 'pids');
  await Bun.write(
    entry,
    `const child = Bun.spawn(['sleep', '60']);
     await Bun.write(${JSON.stringify(pids)}, process.pid + ' ' + child.pid);
     await child.exited;`,
  );

  const starting = startWaypost({ dataDir: folder.path, entry, withinSeconds: 8 });

  expect(await starting.catch(String)).toContain('Not within 8 s');
  const started = (await Bun.file(pids).text()).split(' ').map(Number);
  expect(started).toHaveLength(2);
  await until('nothing of it runs', () => !started.some(isRunning));
});
