import { Database, SQLiteError } from 'bun:sqlite';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Another application holds DATA_DIR. The message is one line for the operator; exit with 78. */
export class DataDirInUse extends Error {
  readonly exitCode = 78;

  constructor(dataDir: string) {
    super(`DATA_DIR ${dataDir} is in use by another Waypost: stop it, or name another DATA_DIR`);
    this.name = 'DataDirInUse';
  }
}

/** Longer than `isDataDirHeld` holds the lock, and than the kernel takes to end a killed process. */
const patienceMs = 1000;

/** No file is written beside the lock's, so that it can be taken on a full disk too. */
const noJournal = 'PRAGMA journal_mode = MEMORY';

/** A connection that nobody refers to is closed, and its lock let go, when memory is tidied up. */
const held = new Set<Database>();

/** A held lock; it ends with `release()` or with the process, kill -9 included. */
export interface DataDirLock {
  release(): void;
}

/**
 * Takes DATA_DIR for this process alone, creating the folder when it is missing. An exclusive
 * SQLite transaction is the lock: the kernel lets it go with the process, and unlike a pid file
 * it means the same in every container.
 *
 * @throws DataDirInUse when another process holds it.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new Database(join(dataDir, 'lock.db'), { create: true });
  try {
    database.run(`PRAGMA busy_timeout = ${patienceMs}`);
    database.run(noJournal);
    database.run('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof SQLiteError && error.code === 'SQLITE_BUSY') {
      throw new DataDirInUse(dataDir);
    }
    throw error;
  }
  held.add(database);
  return {
    release() {
      held.delete(database);
      database.close();
    },
  };
}

/** Whether some process holds DATA_DIR now. Waits for nobody; a missing folder is held by nobody. */
export function isDataDirHeld(dataDir: string): boolean {
  const file = join(dataDir, 'lock.db');
  if (!existsSync(file)) return false;
  const database = new Database(file, { readwrite: true });
  try {
    database.run(noJournal);
    database.run('BEGIN EXCLUSIVE');
    return false;
  } catch (error) {
    if (error instanceof SQLiteError && error.code === 'SQLITE_BUSY') return true;
    throw error;
  } finally {
    database.close();
  }
}
