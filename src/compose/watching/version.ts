import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of Waypost in its package.json; empty when that cannot be read. */
export function ownVersion(): string {
  const text = readFileSync(join(import.meta.dir, '../../../package.json'), 'utf8');
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? '';
}
