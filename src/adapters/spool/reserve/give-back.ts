import { join } from 'node:path';
import type { SpoolLocation } from '#adapters/spool/disk';
import { chunkBytes, newChunkFile } from './chunk.ts';

/**
 * Removes a segment's file that is not needed any more. A chunk of the reserve returns to the
 * reserve, so that other processes cannot take its space. Succeeds too when the file does not
 * exist.
 */
export function giveBack(spool: SpoolLocation, file: string): void {
  const path = join(spool.folder, file);
  if (spool.disk.size(path) !== chunkBytes || !becameSpent(spool, path)) spool.disk.remove(path);
}

/** Returns whether it succeeded: a full disk may have no space for another name. */
function becameSpent({ disk, folder }: SpoolLocation, path: string): boolean {
  try {
    disk.rename(path, join(folder, newChunkFile('spent')));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
