import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder that is removed at the end of the `using` block. */
export function tempFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'waypost-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** An empty folder that is removed after the end of this process, also after a kill. */
export function folderOfThisProcess(): string {
  const path = mkdtempSync(join(tmpdir(), 'waypost-process-'));
  // Another process sees the end of its pipe; servers in the folder end within these seconds too.
  const beside = Bun.spawn(['sh', '-c', 'cat; sleep 6; rm -rf "$0"', path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  beside.unref();
  return path;
}
