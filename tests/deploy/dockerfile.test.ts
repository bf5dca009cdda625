import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');
const [, list = ''] =
  /rm -rf ([^&]+)/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', '')) ??
  [];
const removed = list.trim().split(/\s+/);

/** The packages that the server's sources import: `elysia`, or `@scope` for all of a scope. */
async function importedBySources(): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const path of new Bun.Glob('src/**/*.ts').scan(root)) {
    const text = await Bun.file(join(root, path)).text();
    const { imports } = new Bun.Transpiler({ loader: 'ts' }).scan(text);
    for (const { path: from } of imports) found.add(from.split('/')[0] ?? '');
  }
  return found;
}

test('the image removes only packages that the server does not import', async () => {
  const imported = await importedBySources();

  expect(removed.length).toBeGreaterThan(10);
  expect(imported.has('elysia')).toBe(true);
  // The build of the web app is not run in the image.
  expect(removed.filter((name) => imported.has(name))).toEqual([]);
});
