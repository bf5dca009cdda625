import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '#web-build';
import { changedCopy } from '#tests/faults/nemeses/changed-copy';

/** Starts a copy that has no DATA_DIR to start on. */
function startOf(folder: string) {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'src/main.ts'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'package.json') },
  });
  return { exitCode, said: stderr.toString().trim() };
}

test('[clear-start-errors] a start without the web app of its own sources is refused with what to do', async () => {
  await buildWeb();
  const version = { file: 'package.json', was: '"version": "', is: '"version": "9' };
  const [same, newer] = [changedCopy([]), changedCopy([version])];
  const todo =
    'run bun install --frozen-lockfile and bun run build in this folder, as its owner, and start again';

  try {
    expect(startOf(same.root).said).toContain('waypost: DATA_DIR');
    expect(startOf(newer.root)).toEqual({
      exitCode: 78,
      said: `waypost: dist contains the web app of other sources: ${todo}`,
    });
    rmSync(join(newer.root, 'dist'), { recursive: true });
    expect(startOf(newer.root)).toEqual({
      exitCode: 78,
      said: `waypost: dist contains no web app: ${todo}`,
    });
  } finally {
    same.remove();
    newer.remove();
  }
});
