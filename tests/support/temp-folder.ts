import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder that is removed at the end of the `using` block. */
export function tempFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'waypost-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
