import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isErrno } from '#core/shared/errno';

/** A watched text file. It may change, appear or disappear. */
export type WatchedFile = {
  /**
   * Returns the text if the file has changed since it was last read: empty when it is gone, null
   * when it is unchanged. Throws when it exists and cannot be read.
   */
  poll(): Promise<string | null>;
};

/** Watches `file` from the first `look` on. */
export function watchFile(file: string): WatchedFile {
  let seen = '';

  return {
    async poll() {
      const now = await standing(file);
      if (now === seen) return null;
      const read = now === '' ? '' : await readFile(file, 'utf8');
      seen = now;
      return read;
    },
  };
}

/** The current text of `file`; empty when there is none. Throws when it cannot be read. */
export function readFileNow(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return '';
    throw error;
  }
}

/** A fingerprint that changes with the file: an editor replaces it, a shell appends to it. */
async function standing(file: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return '';
    throw error;
  }
}
