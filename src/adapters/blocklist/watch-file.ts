import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

/** A text file that may change, or come and go, while it is watched. */
export type WatchedFile = {
  /**
   * Looks whether the file has changed since it was last read, and gives its text if so; empty when
   * it is gone, null when it is as it was. Throws when it is there and cannot be read.
   */
  poll(): Promise<string | null>;
};

/** Looks after `file` from its first look on. */
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

/** The text of `file` now; empty when there is none. Throws when it cannot be read. */
export function readFileNow(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

/** What changes whenever the file does: an editor replaces it, a shell adds to it. */
async function standing(file: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
