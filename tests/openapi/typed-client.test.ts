import { afterAll, expect, test } from 'bun:test';
import { copyFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { newTenant } from '#tests/support/builders/tenants';
import { documentPath } from '#tests/support/documented';
import { tempFolder } from '#tests/support/temp-folder';
import { edgeWorld } from '#tests/support/worlds/edge-world';

const root = join(import.meta.dir, '../..');
const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

async function run(cwd: string, script: string, ...given: string[]): Promise<string> {
  const command = [process.execPath, join(root, 'node_modules', script), ...given];
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'pipe' });
  const [out, said] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return (await child.exited) === 0 ? '' : out + said;
}

const program = z.object({
  useLinks: z.function({
    input: [z.unknown(), z.string()],
    output: z.promise(z.array(z.unknown())),
  }),
});

test('a program with types made from the document compiles, and does what they say', async () => {
  using folder = tempFolder();
  const { fullKey } = await newTenant(world);
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  const client = join(folder.path, 'client.ts');
  copyFileSync(join(import.meta.dir, 'client-program.txt'), client);

  const made = await run(
    folder.path,
    ...(['openapi-typescript/bin/cli.js', documentPath, '-o', 'waypost.d.ts'] as const),
  );
  const compiled = await run(
    folder.path,
    ...(['typescript/bin/tsc', '--noEmit', '--strict', '--skipLibCheck', 'client.ts'] as const),
    ...['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2023'],
    ...['--allowImportingTsExtensions', '--lib', 'es2023,dom,dom.iterable'],
  );
  const { useLinks } = program.parse(await import(client));
  const did = await useLinks((request: Request) => world.api.fetch(request), fullKey);

  expect({ made, compiled }).toEqual({ made: '', compiled: '' });
  expect(did).toEqual([201, 'New boots', 'invalid', 1, 204]);
});
