// Runs before packages are installed: imports only what Bun itself contains.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');
const stampFile = join(root, 'node_modules', '.waypost-installed');

/**
 * Installs the packages of bun.lock, unless the last install had the same package.json, bun.lock,
 * patches, Bun and machine.
 *
 * @returns whether it installed. Then modules of packages resolve only in a new process: see
 * `startAgain`.
 * @throws with the installer's own message when it fails.
 */
export async function installPackages(): Promise<boolean> {
  const wanted = stamp();
  if (readIfThere(stampFile) === wanted) return false;

  const install = Bun.spawn([process.execPath, 'install', '--frozen-lockfile', '--no-progress'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complained] = await Promise.all([
    new Response(install.stdout).text(),
    new Response(install.stderr).text(),
  ]);
  if ((await install.exited) !== 0)
    throw new Error(`Installing the packages failed\n${said}${complained}`);
  writeFileSync(stampFile, wanted);
  return true;
}

function stamp(): string {
  const hash = createHash('sha256').update(`${Bun.version} ${process.platform} ${process.arch}`);
  const patches = readdirSync(join(root, 'patches')).map((name) => join('patches', name));
  for (const name of ['package.json', 'bun.lock', ...patches.toSorted()]) {
    hash.update(readFileSync(join(root, name)));
  }
  return hash.digest('hex');
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
