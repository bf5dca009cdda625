import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, replaceFile } from '#adapters/disk/durable';
import type { ObjectKey, ObjectStore } from '#core/accounts/pictures/ports';
import type { OwnFiles } from '#core/accounts/pictures/sweep';
import { isErrno } from '#core/shared/errno';

/**
 * Objects as files under `folder`, readable only by this user. A write appears completely or not at
 * all.
 */
export function diskObjects(folder: string): Omit<ObjectStore, 'offer' | 'keyOf'> & OwnFiles {
  const fileOf = (key: ObjectKey) => join(folder, `${key}.jpg`);

  return {
    async read(key, maxBytes) {
      const file = fileOf(key);
      const bytes = await sizeOf(file);
      if (bytes === null) return { kind: 'missing' };
      if (bytes > maxBytes) return { kind: 'too_large' };
      return { kind: 'found', bytes: await Bun.file(file).bytes() };
    },

    async write(key, jpeg) {
      const file = fileOf(key);
      await makeFolder(dirname(file));
      await replaceFile(file, jpeg, draftOf(file));
    },

    async remove(key) {
      const file = fileOf(key);
      await Promise.all([file, draftOf(file)].map((path) => rm(path, { force: true })));
    },

    async keys() {
      const ofKinds = await Promise.all(
        kinds.map(async (kind) =>
          (await namesIn(join(folder, kind))).flatMap((name): ObjectKey[] => {
            const [, id] = /^([0-9a-f]{32})\.jpg(?:\.draft)?$/.exec(name) ?? [];
            return id === undefined ? [] : [`${kind}/${id}`];
          }),
        ),
      );
      return [...new Set(ofKinds.flat())];
    },
  };
}

const kinds = ['uploads', 'avatars', 'logos', 'previews'] as const;

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}

/** The temporary file of a write. After a kill it is removed together with the object. */
function draftOf(file: string): string {
  return `${file}.draft`;
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}
