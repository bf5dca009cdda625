// Runs before the application: imports no packages until there is something to build.
import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');
/** The folders of which the web app is made. */
const sources = ['web', 'src/contract', 'docs/api', 'docs/guides'];
const settleMs = 60;
const listeners = new Set<() => void>();

/** The folder of the published browser files, beside the sources. */
export const webFolder = join(root, 'dist', 'web');
const stampFile = join(webFolder, 'assets', 'build.txt');

/**
 * Builds the web app unless the last build had the same sources and packages.
 *
 * @returns whether it built
 */
export async function buildWeb(isDevelopment = false): Promise<boolean> {
  const wanted = await stamp(isDevelopment);
  if ((await builtStamp()) === wanted) return false;

  const { buildWebApp } = await import('#web/build/build.ts');
  await buildWebApp({ folder: webFolder, isDevelopment, stamp: wanted });
  for (const notify of listeners) notify();
  return true;
}

/** Calls `listener` after every build of this process. */
export function whenWebIsBuilt(listener: () => void): void {
  listeners.add(listener);
}

/** The web app of these sources was not built, for example after an upgrade. Exit with 78. */
export class WebNotBuilt extends Error {
  override readonly name = 'WebNotBuilt';
}

/**
 * Refuses a start that would serve no web app, or one that was built from other sources.
 *
 * @throws WebNotBuilt
 */
export async function refuseOtherWeb(): Promise<void> {
  const built = await builtStamp();
  if (built === (await stamp(false)) || built === (await stamp(true))) return;
  throw new WebNotBuilt(
    `dist contains ${built === null ? 'no web app' : 'the web app of other sources'}: run bun install --frozen-lockfile and bun run build in this folder, as its owner, and start again`,
  );
}

async function builtStamp(): Promise<string | null> {
  const file = Bun.file(stampFile);
  return (await file.exists()) ? file.text() : null;
}

/** For development: rebuilds after every change; open pages reload by themselves. */
export function keepWebBuilt(): void {
  let due: ReturnType<typeof setTimeout> | undefined;
  for (const folder of sources) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(due);
      due = setTimeout(() => void rebuild(), settleMs);
    });
  }
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
  const folders = await Promise.all(sources.map(filesIn));
  for (const name of ['package.json', 'bun.lock', ...folders.flat()]) {
    hash.update(name).update(await Bun.file(join(root, name)).bytes());
  }
  return hash.digest('hex');
}

/** The files below a folder of the project, in a fixed order. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names
    .filter((name) => /\.\w+$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}
