import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskIo } from '#adapters/spool/segment-io';
import { chunkBytes, newChunkFile, readChunkState } from './chunk.ts';
import { isFullDisk, type KeptReserve } from './reserve.ts';

type Options = {
  /** The spool's folder; created when missing. */
  readonly folder: string;
  /** The intended number of chunks. */
  readonly chunks: number;
  readonly reserve: KeptReserve;
};

/** Limit of new chunks per call: about this many MB are written at a time. */
const newChunksAtOnce = 16;

/**
 * Brings the reserve to its size: makes used chunks ready again, and adds new ones while other
 * processes keep at least as much free space as the whole reserve. `freeBytes`: the free space of
 * its disk. One call at a time. Rejects when the disk fails for a reason other than being full.
 */
export function tendReserve({ folder, chunks, reserve }: Options) {
  return async (freeBytes: number): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const files = await readdir(folder);
    const known = reserve.ready();
    for (const file of files.filter((name) => !known.has(join(folder, name)))) await tidy(file);
    const mayTake = Math.floor(freeBytes / chunkBytes) - chunks;
    const missing = chunks - reserve.ready().size;
    if (reserve.isInUse()) return;
    for (let left = Math.min(missing, mayTake, newChunksAtOnce); left > 0; left -= 1) {
      if (!(await addChunk())) return;
    }
  };

  /** Handles a file by the state in its name. Drafts are left from a kill. */
  async function tidy(file: string): Promise<void> {
    const path = join(folder, file);
    const state = readChunkState(file);
    const isWanted = reserve.ready().size < chunks;
    if (state === 'ready' && isWanted && reserve.add(path)) return;
    if (state === 'spent' && isWanted) {
      // A loss of power must not restore the segment's name for a file whose lines are gone.
      await diskIo.syncFolder(folder);
      return publish(path);
    }
    if (state !== null) await rm(path, { force: true });
  }

  /** Writes a new chunk; returns whether the disk had space for it. */
  async function addChunk(): Promise<boolean> {
    const draft = join(folder, newChunkFile('draft'));
    try {
      await publish(draft);
      return true;
    } catch (error) {
      await rm(draft, { force: true });
      if (isFullDisk(error)) return false;
      throw error;
    }
  }

  /** Fills a file with zeros, syncs it, and only then makes it ready. */
  async function publish(path: string): Promise<void> {
    const file = await open(path, path.endsWith('.draft') ? 'wx' : 'r+', 0o600);
    try {
      await fillWithZeros(file);
      await file.datasync();
    } finally {
      await file.close();
    }
    const ready = join(folder, newChunkFile('ready'));
    await rename(path, ready);
    reserve.add(ready);
  }
}

const zeros = new Uint8Array(chunkBytes);

/** Continues after short writes. */
async function fillWithZeros(file: Awaited<ReturnType<typeof open>>): Promise<void> {
  let at = 0;
  while (at < chunkBytes) at += (await file.write(zeros, 0, chunkBytes - at, at)).bytesWritten;
}
