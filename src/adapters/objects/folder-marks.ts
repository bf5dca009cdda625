import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Leaves the mark of an instance in the folder of pictures, and returns the ids of all that did: an
 * instance whose mark is there has the same folder.
 */
export async function folderMarks(folder: string, ownId: string): Promise<ReadonlySet<string>> {
  const marks = join(folder, 'instances');
  await mkdir(marks, { recursive: true, mode: 0o700 });
  const ids = new Set(await readdir(marks));
  if (!ids.has(ownId)) await writeFile(join(marks, ownId), '', { mode: 0o600 });
  return ids.add(ownId);
}
