import { join } from 'node:path';
import type { Disk } from './disk.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id under which this DATA_DIR reports its oldest unsent visit; created at the first start. */
export function instanceId(disk: Disk, dataDir: string): string {
  const file = join(dataDir, 'instance');
  if (disk.list(dataDir).includes('instance')) {
    const id = new TextDecoder().decode(disk.read(file)).trim();
    if (uuid.test(id)) return id;
  }
  const id = crypto.randomUUID();
  disk.write(`${file}.new`, new TextEncoder().encode(`${id}\n`));
  disk.rename(`${file}.new`, file);
  disk.syncFolder(dataDir);
  return id;
}
