import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The names in a folder; none when there is no such folder yet. */
export function entriesOf(folder: string, { recursive = false } = {}): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** Undefined when there is no such file, or no longer. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
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
