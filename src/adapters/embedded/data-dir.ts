import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** DATA_DIR cannot be used. The message is one line for the operator; exit with 78. */
export class DataDirUnusable extends Error {
  constructor(dataDir: string, reason: string, cause?: unknown) {
    super(`DATA_DIR ${dataDir}: ${reason}`, { cause });
    this.name = 'DataDirUnusable';
  }
}

type Needs = {
  /** Whether Waypost runs its own database server in DATA_DIR. */
  readonly ownServers: boolean;
};

const megabyte = 1024 * 1024;
/** The free space that a first start needs, in MB: for its files, and for the work after it. */
const firstStartMb = { ownServers: 100, foreignServers: 16 };
/** Names that an earlier start has created and this one writes to. */
const ownNames = [
  'lock.db',
  'spool',
  'links.snapshot',
  'split-tests',
  'salts',
  'postgres',
  'postgres.json',
  'postgres.log',
  'clickhouse',
  'clickhouse.json',
];

/**
 * Creates DATA_DIR when it is missing, and checks that this process can use it. A full disk is
 * refused only before the first start: later, redirects continue with the existing data.
 *
 * @throws DataDirUnusable
 */
export function openDataDir(dataDir: string, needs: Needs): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DataDirUnusable(dataDir, `it cannot be created: ${reasonOf(error, dataDir)}`, error);
  }
  mayUse(dataDir, dataDir);
  const present = readdirSync(dataDir);
  for (const name of ownNames.filter((each) => present.includes(each))) {
    mayUse(dataDir, join(dataDir, name));
  }
  if (!present.includes('lock.db')) hasRoom(dataDir, needs);
}

/**
 * Checks that this process can use DATA_DIR, if it exists.
 *
 * @throws DataDirUnusable
 */
export function mayUseDataDir(dataDir: string): void {
  if (existsSync(dataDir)) mayUse(dataDir, dataDir);
}

function mayUse(dataDir: string, path: string): void {
  try {
    const isFolder = statSync(path).isDirectory();
    if (path === dataDir && !isFolder) throw new DataDirUnusable(dataDir, 'it is a file');
    accessSync(path, constants.R_OK | constants.W_OK | (isFolder ? constants.X_OK : 0));
  } catch (error) {
    if (error instanceof DataDirUnusable) throw error;
    const what = path === dataDir ? 'it cannot be written to' : `${path} cannot be written to`;
    throw new DataDirUnusable(dataDir, `${what}: ${reasonOf(error, path)}`, error);
  }
}

function hasRoom(dataDir: string, { ownServers }: Needs): void {
  const { bavail, bsize } = statfsSync(dataDir);
  const freeMb = Math.floor((bavail * bsize) / megabyte);
  const neededMb = ownServers ? firstStartMb.ownServers : firstStartMb.foreignServers;
  if (freeMb >= neededMb) return;
  throw new DataDirUnusable(
    dataDir,
    `its disk has ${freeMb} MB free, and a first start needs ${neededMb} MB`,
  );
}

function reasonOf(error: unknown, path: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  switch (code) {
    case 'EROFS':
      return 'its file system is mounted read-only';
    case 'EACCES':
    case 'EPERM':
      return `the system does not allow it to user ${process.getuid?.() ?? 'unknown'}${ownerOf(path)}`;
    case 'EEXIST':
    case 'ENOTDIR':
      return 'a file is in its place';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'its disk is full';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

/** The owner of `path`, or of the nearest existing folder above it. */
function ownerOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return ownerOf(dirname(path));
  return found.uid === process.getuid?.() ? '' : `; ${path} belongs to user ${found.uid}`;
}
