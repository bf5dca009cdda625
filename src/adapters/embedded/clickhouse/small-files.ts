import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isErrno } from '#core/shared/errno';

/** The names in a folder; none when there is no such folder yet. */
export function entriesOf(folder: string, { recursive = false } = {}): string[] {
  return unlessMissing(() => readdirSync(folder, { recursive, encoding: 'utf8' })) ?? [];
}

/** Undefined when there is no such file, or no longer. */
export const textOf = (path: string) => unlessMissing(() => readFileSync(path, 'utf8'));

/** The target of a symbolic link; undefined when there is no link. */
export const targetOf = (path: string) => unlessMissing(() => readlinkSync(path));

/** A file that cannot be read for another reason, such as too many open files, is not missing. */
function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EINVAL'].some((code) => isErrno(error, code))) return undefined;
    throw error;
  }
}

/**
 * Whether a definition or a mutation is complete: the engine ends each with a line feed. A full disk
 * leaves its beginning, or nothing.
 */
export const isWhole = (text: string | undefined): text is string => text?.endsWith('\n') === true;

/** The file has the old content or the new one, but no part of it. */
export function replace(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
