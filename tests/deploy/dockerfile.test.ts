import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dir, '../..');
const [, list = ''] =
  /rm -rf ([^&]+)/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', '')) ??
  [];
const removed = list.trim().split(/\s+/);

/** The packages that the server's sources import, by their whole names. */
async function importedBySources(): Promise<string[]> {
  const found = new Set<string>();
  for await (const path of new Bun.Glob('src/**/*.ts').scan(root)) {
    const text = await Bun.file(join(root, path)).text();
    const { imports } = new Bun.Transpiler({ loader: 'ts' }).scan(text);
    for (const { path: from } of imports) found.add(packageOf(from));
  }
  return [...found];
}

/** `@scope/name/part` is a part of `@scope/name`, `name/part` of `name`. */
const packageOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

/** These packages and all that they need in turn, each as the one that has it finds it. */
function withTheirs(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (name: string, from: string) => {
    const file = findPackageJson(name, from);
    if (file === null || found.has(name)) return;
    found.add(name);
    const { dependencies = {} } = manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
    for (const each of Object.keys(dependencies)) add(each, file);
  };
  for (const name of names) add(name, join(root, 'package.json'));
  return found;
}

const manifest = z.object({ dependencies: z.optional(z.record(z.string(), z.string())) });

/** Null for what Bun itself contains, and for the product's own folders. */
function findPackageJson(name: string, from: string): string | null {
  const folder = dirname(from);
  const file = join(folder, 'node_modules', name, 'package.json');
  if (existsSync(file)) return file;
  return folder === root ? null : findPackageJson(name, folder);
}

test('the image removes only packages that the server does not need', async () => {
  const needed = withTheirs(await importedBySources());

  expect(removed.length).toBeGreaterThan(10);
  expect(needed.has('elysia')).toBe(true);
  expect(needed.has('fontkit')).toBe(true);
  // Types are for the compiler alone.
  const kept = [...needed].filter((name) => !name.startsWith('@types/'));
  const isRemoved = (name: string) =>
    removed.includes(name) || removed.includes(name.split('/')[0] ?? '');
  expect(kept.filter(isRemoved)).toEqual([]);
});
