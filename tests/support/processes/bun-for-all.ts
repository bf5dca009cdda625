import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '#tests/support/temp-folder';

/** A copy of this Bun that every user may run: the one that npx brings lies in its user's home. */
export function bunForAll(): { path: string } & Disposable {
  const folder = tempFolder();
  const path = join(folder.path, 'bun');
  chmodSync(folder.path, 0o755);
  copyFileSync(process.execPath, path);
  chmodSync(path, 0o755);
  return { path, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
