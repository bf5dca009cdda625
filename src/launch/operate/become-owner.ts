import { accessSync, constants, statSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { DataDirUnusable, mayUseDataDir } from '#adapters/embedded/data-dir';

declare global {
  namespace NodeJS {
    interface Process {
      /** Missing in the types of Bun. */
      initgroups?(user: number, group: number): void;
    }
  }
}

const sources = join(import.meta.dir, '../../..');

/**
 * When root runs a command, it becomes the owner of DATA_DIR, with the owner's groups. So files
 * that a command writes belong to the user that Waypost runs as. If DATA_DIR does not exist yet,
 * the folder above decides.
 *
 * @throws DataDirUnusable when this user may neither use it nor become its owner.
 */
export function becomeOwner(dataDir: string): void {
  if (process.getuid?.() === 0) become(ownerOf(dataDir), dataDir);
  mayUseDataDir(dataDir);
}

/**
 * In a folder that root owns, such as a volume, the files that the application has created there
 * decide.
 */
function ownerOf(dataDir: string): Stats {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (folder === undefined) return ownerOf(dirname(dataDir));
  if (folder.uid !== 0) return folder;
  return statSync(join(dataDir, 'lock.db'), { throwIfNoEntry: false }) ?? folder;
}

function become({ uid, gid }: Stats, dataDir: string): void {
  if (uid === 0) return;
  try {
    setGroups(uid, gid);
    process.setgid?.(gid);
    process.setuid?.(uid);
    for (const path of [process.execPath, sources]) accessSync(path, constants.X_OK);
  } catch (cause) {
    throw new DataDirUnusable(
      dataDir,
      `it belongs to user ${uid}, and this command cannot run as that user (${String(cause)})`,
      cause,
    );
  }
}

/** A user without an entry in /etc/passwd has no other groups. */
function setGroups(uid: number, gid: number): void {
  try {
    process.initgroups?.(uid, gid);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_CREDENTIAL')) {
      throw error;
    }
    process.setgroups?.([gid]);
  }
}
