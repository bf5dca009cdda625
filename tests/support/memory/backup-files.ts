import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Bytes } from '#core/backup/backup-store';
import type { StoredFile } from '#core/backup/manifest';

/** The files of a backup in memory, as `put` and `get` of a store. */
export function backupFiles() {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    async put(content: Bytes): Promise<StoredFile> {
      const bytes = await buffer(content);
      const name = `files/${randomUUID()}`;
      files.set(name, bytes);
      return {
        name,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      };
    },
    async *get({ name }: StoredFile): AsyncGenerator<Uint8Array> {
      const bytes = files.get(name);
      if (bytes === undefined) throw new Error(`there is no file ${name}`);
      yield bytes;
    },
  };
}
