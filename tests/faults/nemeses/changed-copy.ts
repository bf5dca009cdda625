import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A change of one source: text that stands there exactly once, and what stands there instead. */
export type Change = { readonly file: string; readonly was: string; readonly is: string };

const root = join(import.meta.dir, '../../..');

/** A copy of the product with these changes, to be started in place of it. */
export function changedCopy(changes: readonly Change[]): { root: string; remove: () => void } {
  const copy = mkdtempSync(join(tmpdir(), 'waypost-changed-'));
  for (const part of ['src', 'docs', 'migrations', 'clickhouse', 'patches', 'web', 'dist']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  for (const file of ['package.json', 'bun.lock', 'tsconfig.json', 'bunfig.toml']) {
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const { file, was, is } of changes) {
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    if (source.split(was).length !== 2) throw new Error(`${file} does not contain once: ${was}`);
    writeFileSync(
      path,
      source.replace(was, () => is),
    );
  }
  return { root: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}
