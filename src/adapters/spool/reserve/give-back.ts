import { join } from 'node:path';
import type { SpoolLocation } from '#adapters/spool/disk';
import { chunkBytes, newChunkFile } from './chunk.ts';

/**
 * Removes a segment's file, which nobody needs any more. One that was a chunk of the reserve goes
 * back there, so that its space is not lost to others. Succeeds too when the file is not there.
 */
export function giveBack(spool: SpoolLocation, file: string): void {
  const path = join(spool.folder, file);
  if (spool.disk.size(path) !== chunkBytes || !becameSpent(spool, path)) spool.disk.remove(path);
}

/** Says whether it could: a full disk may have no room for another name. */
function becameSpent({ disk, folder }: SpoolLocation, path: string): boolean {
  try {
    disk.rename(path, join(folder, newChunkFile('spent')));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
