import { Database, SQLiteError } from 'bun:sqlite';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Another application holds DATA_DIR. The message is one line for the operator; exit with 78. */
export class DataDirInUse extends Error {
  readonly exitCode = 78;

  constructor(dataDir: string) {
    super(`DATA_DIR ${dataDir} is in use by another Waypost: stop it, or set another DATA_DIR`);
    this.name = 'DataDirInUse';
  }
}

/**
 * Longer than `isDataDirHeld` holds the lock, and than the kernel needs to end a killed process.
 */
const patienceMs = 1000;

/** The lock creates no further file, so that it works on a full disk too. */
const noJournal = 'PRAGMA journal_mode = MEMORY';

/** The garbage collector closes an unreferenced connection, which would release its lock. */
const held = new Set<Database>();

/** A held lock. It ends with `release()` or with the process, also after kill -9. */
export interface DataDirLock {
  release(): void;
}

/**
 * Locks DATA_DIR for this process, and creates the folder when it is missing. The lock is an
 * exclusive SQLite transaction: the kernel releases it with the process, and unlike a pid file it
 * works across containers.
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

/** Whether a process holds DATA_DIR now. Does not wait; a missing folder is not held. */
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
