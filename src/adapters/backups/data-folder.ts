import { createReadStream } from 'node:fs';
import { chmod, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder, writeSynced } from '#adapters/disk/durable';
import type { Bytes, Put } from '#core/backup/backup-store';
import type { KeptFile, StoredFile } from '#core/backup/manifest';
import { isErrno } from '#core/shared/errno';

/**
 * Copies files of DATA_DIR. `entries` are names of files and folders, relative to it; missing ones
 * are skipped. A file with the length and time of its `earlier` copy is not read again.
 */
export async function copyFiles(
  dataDir: string,
  {
    entries,
    put,
    earlier,
  }: {
    readonly entries: readonly string[];
    readonly put: Put;
    readonly earlier: readonly KeptFile[];
  },
): Promise<KeptFile[]> {
  const known = new Map(earlier.map((each) => [each.path, each]));
  const kept: KeptFile[] = [];
  for (const path of (await Promise.all(entries.map((each) => filesBelow(dataDir, each)))).flat()) {
    const before = known.get(path);
    try {
      const { size, mtimeMs } = await stat(join(dataDir, path));
      const fingerprint = `${size}:${mtimeMs}`;
      if (before?.fingerprint === fingerprint) kept.push(before);
      else {
        const file = await put(createReadStream(join(dataDir, path)));
        kept.push({ path, lines: null, fingerprint, file });
      }
    } catch (error) {
      // Removed since it was listed.
      if (!isErrno(error, 'ENOENT')) throw error;
    }
  }
  return kept;
}

async function filesBelow(dataDir: string, path: string): Promise<string[]> {
  try {
    if (!(await stat(join(dataDir, path))).isDirectory()) return [path];
    const names = await readdir(join(dataDir, path), { recursive: true, withFileTypes: true });
    return names
      .filter((entry) => entry.isFile() && !/\.(draft|new)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
      .toSorted();
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}

/**
 * Writes the files of a backup into an empty DATA_DIR, readable only by this user. They survive a
 * loss of power once it has resolved.
 */
export async function writeFiles(
  dataDir: string,
  {
    files,
    get,
  }: {
    readonly files: readonly KeptFile[];
    readonly get: (file: StoredFile) => Bytes;
  },
): Promise<void> {
  const folders = new Set<string>();
  for (const { path, file } of files) {
    const target = join(dataDir, path);
    await makeFolder(dirname(target));
    folders.add(dirname(target));
    await writeSynced(target, 'wx', get(file));
    await chmod(target, 0o600);
  }
  for (const folder of folders) await syncFolder(folder);
}
