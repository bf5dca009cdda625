import { expect, test } from 'bun:test';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '#web-build';
import { changedCopy } from '#tests/faults/nemeses/changed-copy';

test.each([
  ['src/launch/operate.ts', 'admin'],
  ['src/launch/start.ts', '--dry-run'],
])(
  '[commands] without its packages a command says what to do, and installs nothing: %s %s',
  async (program, command) => {
    await buildWeb();
    const { root, remove } = changedCopy([]);
    rmSync(join(root, 'node_modules'));

    const { exitCode, stderr } = Bun.spawnSync([process.execPath, program, command], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '' },
    });
    const isInstalled = existsSync(join(root, 'node_modules'));
    remove();

    expect([exitCode, stderr.toString(), isInstalled]).toEqual([
      78,
      'waypost: the packages of this version are not installed: run bun install --frozen-lockfile in this folder, as its owner\n',
      false,
    ]);
  },
);
