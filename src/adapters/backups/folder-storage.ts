import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, replaceFile } from '#adapters/disk/durable';
import { isErrno } from '#core/shared/errno';
import { NoSuchFile, type BackupStorage } from './storage.ts';

/** A folder, created when missing. Its files are readable only by this user. */
export function folderStorage(folder: string): BackupStorage {
  return {
    async write(name, content) {
      const path = join(folder, name);
      await makeFolder(dirname(path));
      await replaceFile(path, content, `${path}.draft`);
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
