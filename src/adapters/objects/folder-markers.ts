import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Leaves the marker of an instance in the folder of pictures, and returns the ids of all instances
 * with a marker there: they use the same folder.
 */
export async function folderMarkers(folder: string, ownId: string): Promise<ReadonlySet<string>> {
  const markers = join(folder, 'instances');
  await mkdir(markers, { recursive: true, mode: 0o700 });
  const ids = new Set(await readdir(markers));
  if (!ids.has(ownId)) await writeFile(join(markers, ownId), '', { mode: 0o600 });
  return ids.add(ownId);
}
