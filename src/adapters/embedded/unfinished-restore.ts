import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** This file is in DATA_DIR during a restore, while the data is incomplete. */
const markerFile = 'restore-unfinished';
/** Names that do not count as content: a file system's own folder, and the lock of DATA_DIR. */
const ignored = ['lost+found', 'lock.db', markerFile];

/** Whether a restore into this folder began and did not end. */
export function isRestoreUnfinished(dataDir: string): boolean {
  return existsSync(join(dataDir, markerFile));
}

/** The text in the mark of an unfinished restore; null without one. */
export function unfinishedRestore(dataDir: string): string | null {
  return isRestoreUnfinished(dataDir) ? readFileSync(join(dataDir, markerFile), 'utf8') : null;
}

/** Whether the folder is missing, or contains nothing of Waypost. */
export function isEmptyDataDir(dataDir: string): boolean {
  return !existsSync(dataDir) || readdirSync(dataDir).every((name) => ignored.includes(name));
}

/** Marks the folder, and removes what an earlier attempt left in it. */
export function beginRestore(dataDir: string, text: string): void {
  if (isRestoreUnfinished(dataDir)) {
    for (const name of readdirSync(dataDir).filter((each) => !ignored.includes(each))) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    }
  }
  writeFileSync(join(dataDir, markerFile), text, { mode: 0o600, flush: true });
}

/** Removes the mark, when the folder is complete. */
export function endRestore(dataDir: string): void {
  rmSync(join(dataDir, markerFile), { force: true });
}
