import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/waypost';

const dataDir = await newDataDir();
let waypost: Waypost | undefined;

afterAll(async () => {
  await waypost?.killTree();
  await dataDir.remove();
});

test("the README's first session runs as it is written", async () => {
  waypost = await startWaypost({ dataDir: dataDir.path });
  const readme = await Bun.file(join(import.meta.dir, '../../README.md')).text();
  const session = /```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

  const shell = Bun.spawn(['bash', '-euc', session], {
    env: { PATH: process.env['PATH'] ?? '', URL: waypost.url },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [printed, complaints] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
  ]);

  expect(complaints).toBe('');
  expect(await shell.exited).toBe(0);
  expect(printed).toContain('302 https://example.com/summer');
  expect(printed).toContain('302 https://example.com/a');
  expect(printed).toContain('302 https://example.com/b');
  expect(printed).toContain('"totalClicks":4');
  expect(printed).toContain('Short URL,Original URL,Alias');
}, 60_000);
