import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isErrno } from '#core/shared/errno';
import { NoSuchFile, type BackupStorage } from './storage.ts';

/** A folder, created when missing. Its files are readable only by this user. */
export function folderStorage(folder: string): BackupStorage {
  return {
    async write(name, content) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.draft`;
      try {
        await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await rename(draft, path);
      await syncFolder(dirname(path));
    },

    async *read(name) {
      try {
        yield* piecesOf(createReadStream(join(folder, name)));
      } catch (error) {
        if (isErrno(error, 'ENOENT')) throw new NoSuchFile(`there is no file ${name}`);
        throw error;
      }
    },

    async list(prefix) {
      try {
        const names = await readdir(join(folder, prefix));
        return names.toSorted().map((name) => `${prefix}${name}`);
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return [];
        throw error;
      }
    },

    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

async function* piecesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield piece;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
