// Runs before the application: imports no packages until there is something to build.
import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');
const webSources = join(root, 'web');
const settleMs = 60;
const listeners = new Set<() => void>();

/** The folder of the published browser files, beside the sources. */
export const webFolder = join(root, 'dist', 'web');
const stampFile = join(webFolder, 'assets', 'build.txt');

/** Builds the web app unless the last build had the same sources and packages. */
export async function buildWeb(isDevelopment = false): Promise<void> {
  const wanted = await stamp(isDevelopment);
  const file = Bun.file(stampFile);
  if ((await file.exists()) && (await file.text()) === wanted) return;

  const { buildWebApp } = await import('#web/build/build.ts');
  await buildWebApp({ folder: webFolder, isDevelopment, stamp: wanted });
  for (const notify of listeners) notify();
}

/** Calls `listener` after every build of this process. */
export function whenWebIsBuilt(listener: () => void): void {
  listeners.add(listener);
}

export function isWebBuilt(): Promise<boolean> {
  return Bun.file(stampFile).exists();
}

/** For development: rebuilds after every change; open pages reload by themselves. */
export function keepWebBuilt(): void {
  let due: ReturnType<typeof setTimeout> | undefined;
  watch(webSources, { recursive: true }, () => {
    clearTimeout(due);
    due = setTimeout(() => void rebuild(), settleMs);
  });
}

/** An error in the sources is printed; the next change starts the next build. */
async function rebuild(): Promise<void> {
  try {
    await buildWeb(true);
  } catch (error) {
    console.error(error);
  }
}

async function stamp(isDevelopment: boolean): Promise<string> {
  const hash = createHash('sha256').update(`${Bun.version} ${isDevelopment}`);
  const sources = (await readdir(webSources, { recursive: true })).toSorted();
  const files = sources.filter((name) => /\.\w+$/.test(name)).map((name) => join('web', name));
  for (const name of ['package.json', 'bun.lock', ...files]) {
    hash.update(name).update(await Bun.file(join(root, name)).bytes());
  }
  return hash.digest('hex');
}
