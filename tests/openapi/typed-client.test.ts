import { afterAll, expect, test } from 'bun:test';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { call } from '#tests/support/calls';
import { newTenant } from '#tests/support/builders/tenants';
import { documentedHost } from '#tests/support/readers/curl-commands';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { typedPrograms } from './typed-programs.ts';

const root = join(import.meta.dir, '../..');
const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

const program = z.object({
  useLinks: z.function({
    input: [z.unknown(), z.string()],
    output: z.promise(z.array(z.unknown())),
  }),
});

test('a program with types made from the document compiles, and does what they say', async () => {
  using folder = await typedPrograms();
  const { fullKey } = await newTenant(world);
  const client = folder.path('client.ts');
  copyFileSync(join(import.meta.dir, 'client-program.txt'), client);

  const compiled = await folder.compile('client.ts');
  const { useLinks } = program.parse(await import(client));
  const did = await useLinks((request: Request) => world.api.fetch(request), fullKey);

  expect({ made: folder.made, compiled }).toEqual({ made: '', compiled: '' });
  expect(did).toEqual([201, 'New boots', 'invalid', 1, 204]);
});

test('[manuals] the program of docs/api/start.md compiles as it is shown, and makes the link', async () => {
  using folder = await typedPrograms();
  const { fullKey } = await newTenant(world);
  const manual = readFileSync(join(root, 'docs/api/start.md'), 'utf8');
  const [, shown = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(manual) ?? [];
  await using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => world.api.fetch(request),
  });
  writeFileSync(folder.path('shown.ts'), shown);
  const local = shown.replaceAll(documentedHost, `http://127.0.0.1:${server.port}`);
  writeFileSync(folder.path('local.ts'), local);

  const compiled = await folder.compile('shown.ts', '--types', 'node');
  const child = Bun.spawn([process.execPath, folder.path('local.ts')], {
    env: { ...process.env, WAYPOST_KEY: fullKey },
    stderr: 'inherit',
  });
  const said = await new Response(child.stdout).text();
  const [newest] = await newestLinks(fullKey);

  expect({ made: folder.made, compiled }).toEqual({ made: '', compiled: '' });
  expect(newest).toMatchObject({ originalUrl: 'https://example.com/boots' });
  expect(said).toBe(`${newest?.shortUrl}\n`);
});

const listed = z.object({
  data: z.array(z.object({ originalUrl: z.string(), shortUrl: z.string() })),
});

async function newestLinks(key: string) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await call(world.api, '/api/v1/links?limit=1', { headers });
  return listed.parse(await answer.json()).data;
}
